/**
 * What may run, what may be called, and who has agreed to it.
 *
 * @packageDocumentation
 */
export { defHash } from './def-hash.ts';
export { checkRules, decide, RuleError } from './policy.ts';
export type { CheckedRules, Decision, Rules } from './policy.ts';
export { denyAll } from './prompt.ts';
export type { Prompt } from './prompt.ts';
export { callQuestion, changeQuestion, signInQuestion, startQuestion } from './question.ts';
export type { Answer, Comparison, Fact, Question, StartFacts } from './question.ts';
export { renderQuestion } from './render-question.ts';
export { diffTools, pinTools } from './tool-pins.ts';
export type { ToolChange, ToolPins } from './tool-pins.ts';
export { runsBare, trustClassOf } from './trust-class.ts';
export { TrustFile, TrustFileError } from './trust-file.ts';
export type { ListedTrust, TrustEntry } from './trust-file.ts';
export { warningsFor } from './warnings.ts';
export type { WarningFacts } from './warnings.ts';
