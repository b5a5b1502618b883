import type { Interruption } from './terminal.ts';
import { exitCodes, signalExitCode } from './exit-codes.ts';
import { OutputError } from './output/output-error.ts';
import { signInExitCode, signInFault, signInWords } from './sign-in/sign-in-fault.ts';
import { RegistryError, type RegistryFault } from '../registry/fault.ts';
import { HostError, type HostErrorCode } from '../host/host-error.ts';
import { TrustFileError } from '../trust/trust-file.ts';
import { StartRefusal } from '../host/started.ts';
import { UsageError } from './usage-error.ts';
import { NotOfferedError } from './verbs/not-offered-error.ts';

/** Why the command came to nothing: for a person the message, for a program all of it. */
export interface Failure {
  readonly exitCode: number;
  /** `USAGE`, `INTERRUPTED`, `NOT_OFFERED`, `OUTPUT`, `INTERNAL`, or the code of the error of the library or the registry. */
  readonly code: string | number;
  readonly message: string;
  readonly server?: string;
  readonly method?: string;
  /** What is wrong with a file of servers. */
  readonly faults?: readonly RegistryFault[];
  /** What the server added to its error: untrusted. */
  readonly data?: unknown;
}

/** The failure that an error of the command's own is. After an interruption, every error comes of that. */
export function failureOf(error: unknown, interruption: Interruption): Failure {
  const { by } = interruption;
  if (by !== undefined) {
    return { exitCode: signalExitCode(by), code: 'INTERRUPTED', message: `interrupted by ${by}` };
  }
  if (error instanceof UsageError) {
    return { exitCode: exitCodes.usage, code: 'USAGE', message: error.message };
  }
  if (error instanceof RegistryError) {
    const { code, message, faults } = error;
    const exitCode = code === 'UNWRITABLE' ? exitCodes.failed : exitCodes.usage;
    return { exitCode, code, message, ...(faults.length > 0 && { faults }) };
  }
  if (error instanceof StartRefusal) {
    return { exitCode: exitCodes.denied, code: 'DENIED', message: error.message };
  }
  if (error instanceof TrustFileError) {
    return { exitCode: exitCodes.failed, code: 'TRUST_FILE', message: error.message };
  }
  if (error instanceof HostError) {
    const exitCode = hostExitCodes[error.code] ?? exitCodes.cannotConnect;
    return { exitCode, code: error.code, message: error.message };
  }
  const fault = signInFault(error);
  if (fault !== undefined) {
    return { exitCode: signInExitCode(fault), code: fault.code, message: signInWords(fault) };
  }
  const code = error instanceof NotOfferedError ? 'NOT_OFFERED' : 'OUTPUT';
  if (error instanceof NotOfferedError || error instanceof OutputError) {
    return { exitCode: exitCodes.failed, code, message: error.message };
  }
  const words = error instanceof Error ? error.message : String(error);
  const message = `a fault of garuda-mcp itself: ${words}`;
  return { exitCode: exitCodes.failed, code: 'INTERNAL', message };
}

const hostExitCodes: Readonly<Partial<Record<HostErrorCode, number>>> = {
  DENIED: exitCodes.denied,
  TIMED_OUT: exitCodes.timedOut,
  INVALID_ARGUMENT: exitCodes.usage,
};
