import type { Target } from '../../protocol/index.ts';
import { networkOf } from './request-span.ts';
import { endOfError } from './span-end.ts';
import type { Tracing } from './tracing.ts';

/** Opens a connection within a span of its own. */
export async function traceConnecting<
  Agreed extends { readonly server: { readonly revision: string } },
>(
  tracing: Tracing,
  kind: Target['kind'],
  open: (scope: unknown) => Promise<Agreed>,
): Promise<Agreed> {
  const attributes = networkOf(kind);
  const span = tracing.begin('connect', { kind: 'internal', parent: tracing.home, attributes });
  try {
    const agreed = await open(span.scope);
    const version = { 'mcp.protocol.version': agreed.server.revision };
    span.end({ failed: false, attributes: version });
    return agreed;
  } catch (error) {
    span.end(endOfError(error));
    throw error;
  }
}
