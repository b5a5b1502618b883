import type { Target } from '../../../protocol/index.ts';
import type { Credentials } from '../../../transport/index.ts';
import { UsageError } from '../usage-error.ts';
import type { ServerOrder } from './server-order.ts';
import { showUrl } from './show-url.ts';

/**
 * The way to a server. What one kind of server needs is not loaded for the other.
 *
 * @throws UsageError for a URL that may not be used
 */
export async function openTarget(
  order: Exclude<ServerOrder, { kind: 'registered' }>,
  signIn: Credentials | undefined,
): Promise<Target> {
  if (order.kind === 'url') return await openUrl(order, signIn);
  const { stdio } = await import('../../../transport/stdio.ts');
  const { command, args, env, cwd } = order;
  return stdio({ command, args, env, ...(cwd !== undefined && { cwd }) });
}

async function openUrl(
  order: Extract<ServerOrder, { kind: 'url' }>,
  signIn: Credentials | undefined,
): Promise<Target> {
  const { bearerToken, http } = await import('../../../transport/index.ts');
  const { url, headers, allowInsecureHttp, bearerToken: token } = order;
  const credentials = token === undefined ? signIn : bearerToken(token);
  try {
    return http(url, {
      headers,
      allowInsecureHttp,
      ...(credentials !== undefined && { credentials }),
    });
  } catch (error) {
    const { failure } = error as { readonly failure?: { readonly detail?: string } };
    if (failure?.detail === undefined) throw error;
    const hint = url.protocol === 'http:' ? ' (--allow-insecure-http)' : '';
    throw new UsageError(`the server's URL ${showUrl(url.href)}: ${failure.detail}${hint}`);
  }
}
