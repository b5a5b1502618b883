import { PeerError, type McpError } from '../../../protocol/index.ts';
import type { Failure } from '../failure.ts';
import { signInExitCode, signInFault, signInWords } from '../sign-in/sign-in-fault.ts';
import { adviceOf, exitCodeOf, type Phase } from './classify-failure.ts';

/** The failure that an error of the library is, with what can be done about it. */
export function describeMcpError(error: McpError, phase: Phase): Failure {
  const fault = signInFault(error.cause);
  const advice = adviceOf(error);
  const known = advice === undefined ? error.message : `${error.message}; ${advice}`;
  return {
    exitCode: fault === undefined ? exitCodeOf(error, phase) : signInExitCode(fault),
    code: error.code,
    message: fault === undefined ? known : `${error.message}: ${signInWords(fault)}`,
    server: error.server,
    ...(error.method !== undefined && { method: error.method }),
    ...(error instanceof PeerError && error.data !== undefined && { data: error.data }),
  };
}
