import {
  PeerError,
  ProtocolError,
  TransportError,
  type McpError,
  type ProtocolErrorCode,
  type TransportErrorCode,
} from '../../../protocol/index.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';

/** How far the command had come with its server. */
export type Phase = 'connecting' | 'connected';

/**
 * The exit code of a failure, by what it was and when it came: what fails a request of a server that
 * answers is the server's failure; what keeps it from answering at all is a failed connection.
 */
export function exitCodeOf(error: McpError, phase: Phase): ExitCode {
  const status = statusOf(error);
  if (status === 401) return exitCodes.needsSignIn;
  if (status === 403) return exitCodes.denied;
  const usual = phase === 'connecting' ? exitCodes.cannotConnect : exitCodes.failed;
  if (error instanceof TransportError) return transportCodes[error.code] ?? usual;
  if (error instanceof ProtocolError) return protocolCodes[error.code] ?? usual;
  return usual;
}

const transportCodes: Readonly<Partial<Record<TransportErrorCode, ExitCode>>> = {
  SPAWN_FAILED: exitCodes.cannotConnect,
  CONNECTION_REFUSED: exitCodes.cannotConnect,
  UNREACHABLE: exitCodes.cannotConnect,
  CREDENTIALS_MISSING: exitCodes.needsSignIn,
  CREDENTIALS_REFUSED: exitCodes.needsSignIn,
  CREDENTIALS_FAILED: exitCodes.needsSignIn,
  UNSENDABLE: exitCodes.usage,
};

const protocolCodes: Readonly<Partial<Record<ProtocolErrorCode, ExitCode>>> = {
  TIMED_OUT: exitCodes.timedOut,
  INVALID_ARGUMENT: exitCodes.usage,
  NO_COMMON_REVISION: exitCodes.cannotConnect,
};

function statusOf(error: McpError): number | undefined {
  if (error instanceof PeerError) return error.status;
  if (!(error instanceof TransportError)) return undefined;
  return error.failure.kind === 'http-status' ? error.failure.status : undefined;
}

/** What the person can do about a failure, where there is something. */
export function adviceOf(error: McpError): string | undefined {
  switch (error.code) {
    case 'CREDENTIALS_MISSING':
      return 'give a token with --bearer-env NAME, or a --header';
    case 'TIMED_OUT':
      return 'wait longer with --timeout SECONDS';
    default:
      return undefined;
  }
}
