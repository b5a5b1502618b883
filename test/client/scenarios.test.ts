import { proves } from '../support/proves.ts';
import { runScenario } from '../support/run-scenario.ts';
import { answerScenarios } from './scenarios/answers.ts';
import { callerScenarios } from './scenarios/caller.ts';
import { cancellationScenarios } from './scenarios/cancellation.ts';
import { chatterScenarios } from './scenarios/chatter.ts';
import { clockScenarios } from './scenarios/clocks.ts';
import { entryScenarios } from './scenarios/entries.ts';
import { handshakeScenarios } from './scenarios/handshake.ts';
import { pageScenarios } from './scenarios/pages.ts';
import { progressScenarios } from './scenarios/progress.ts';
import { questionScenarios } from './scenarios/questions.ts';
import { revisionScenarios } from './scenarios/revisions.ts';
import { unusableAnswerScenarios } from './scenarios/unusable-answers.ts';

const scenarios = [
  ...progressScenarios,
  ...clockScenarios,
  ...callerScenarios,
  ...cancellationScenarios,
  ...answerScenarios,
  ...questionScenarios,
  ...pageScenarios,
  ...entryScenarios,
  ...chatterScenarios,
  ...handshakeScenarios,
  ...revisionScenarios,
  ...unusableAnswerScenarios,
];

for (const scenario of scenarios) {
  proves(scenario.rows, `${scenario.era}: ${scenario.title}`, () => runScenario(scenario));
}
