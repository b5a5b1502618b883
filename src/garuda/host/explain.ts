import { McpError, TransportError, type ChannelFailure } from '../../protocol/index.ts';
import { OAuthError } from '../../oauth/index.ts';
import { capText, cleanLine } from '../cleaning/index.ts';
import type { RegisteredServer } from '../registry/definition.ts';
import { explainDenied, explainSilence } from '../sandbox/explain-denied.ts';
import type { KnownSecrets } from '../secrets/index.ts';
import { HostError } from './host-error.ts';

const maxCharacters = 4_000;

/** Why a server could not be started, or has ended, in words for a person: cleaned, and with nothing secret in it. */
export function explain(
  reason: unknown,
  server: RegisteredServer,
  secrets: Pick<KnownSecrets, 'redact'>,
): string {
  const stderr = stderrOf(reason);
  const denied = missingGrant(reason, server);
  const words = [wordsOf(reason), ...(denied === undefined ? [] : [denied])].join('; ');
  const lines = [words, ...stderr.map((line) => `  stderr: ${line}`)];
  return lines
    .map(
      (line, at) =>
        (at === 0 ? '' : '  ') + cleanLine(capText(secrets.redact(line), maxCharacters)),
    )
    .join('\n');
}

/** What a server that ended was not granted, where it can be told. */
export function missingGrant(reason: unknown, server: RegisteredServer): string | undefined {
  if (server.kind !== 'local') return undefined;
  const wasSilent = reason instanceof HostError && reason.code === 'TIMED_OUT';
  return wasSilent ? explainSilence(server) : explainDenied(stderrOf(reason), server);
}

function wordsOf(reason: unknown): string {
  if (wasSkipped(reason)) return 'it needs a sign-in, and you skipped it';
  if (isFailure(reason)) return failureWords(reason);
  if (reason instanceof McpError) return `${reason.message}${signInWords(reason)}`;
  if (reason instanceof HostError || reason instanceof Error) return reason.message;
  return 'nobody knows why';
}

function signInWords(error: McpError): string {
  return error.cause instanceof OAuthError ? `: ${error.cause.message}` : '';
}

/** Whether the person did not want to sign in. */
function wasSkipped(reason: unknown): boolean {
  for (let each = reason; each instanceof Error; each = each.cause) {
    if (each instanceof OAuthError && each.code === 'SKIPPED') return true;
  }
  return false;
}

function isFailure(reason: unknown): reason is ChannelFailure {
  return (
    !(reason instanceof Error) && typeof (reason as { kind?: unknown } | null)?.kind === 'string'
  );
}

function failureWords(failure: ChannelFailure): string {
  if (failure.kind !== 'exited') return `the connection is lost (${failure.kind})`;
  const { exitCode, signal } = failure;
  return `it ended by itself (${signal === null ? `exit code ${exitCode}` : signal})`;
}

/** The last lines that it wrote. */
function stderrOf(reason: unknown): readonly string[] {
  const failure = reason instanceof TransportError ? reason.failure : reason;
  return isFailure(failure) && failure.kind === 'exited' ? failure.stderr : [];
}
