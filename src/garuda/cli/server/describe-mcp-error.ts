import { PeerError, type McpError } from '../../../protocol/index.ts';
import type { Failure } from '../failure.ts';
import { adviceOf, exitCodeOf, type Phase } from './classify-failure.ts';

/** The failure that an error of the library is, with what can be done about it. */
export function describeMcpError(error: McpError, phase: Phase): Failure {
  const advice = adviceOf(error);
  return {
    exitCode: exitCodeOf(error, phase),
    code: error.code,
    message: advice === undefined ? error.message : `${error.message}; ${advice}`,
    server: error.server,
    ...(error.method !== undefined && { method: error.method }),
    ...(error instanceof PeerError && error.data !== undefined && { data: error.data }),
  };
}
