import { coreNameMembers, modernHeaders } from '../http-binding/request-headers.ts';
import type { ClientCapabilities } from '../model/capabilities.ts';
import type { Implementation } from '../model/implementation.ts';
import type { LoggingLevel } from '../model/logging.ts';
import type { Revision } from '../revisions/registry.ts';
import { encodeRequest, membersOf } from './encode-request.ts';
import type { Declared, Era } from './era.ts';

/** Who sends a modern request, and what it can do: said in each. @public */
export interface ModernSender {
  readonly me: Implementation;
  readonly capabilities: ClientCapabilities;
  /**
   * From which level on a server logs while it works on a request; without it not at all. Read for
   * each request, so that it may change.
   */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * Which member of the parameters names what a request is about, for methods besides the core's:
   * it is repeated in a header field on HTTP.
   */
  readonly nameMembers?: Readonly<Record<string, string>>;
}

/**
 * The era of 2026-07-28: no handshake and no session; every request says its revision, the client's
 * capabilities and its name, and the server asks nothing of its own.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta | The _meta of a request}
 * @public
 */
export function modernEra(revision: Revision, sender: ModernSender): Era {
  // What is spoken stays declared, whatever one request can and cannot do.
  const { extensions } = sender.capabilities;
  const say = ({ capabilities: own, logLevel = sender.logLevel }: Declared): string =>
    membersOf({
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities':
        own === undefined ? sender.capabilities : { extensions, ...own },
      'io.modelcontextprotocol/clientInfo': sender.me,
      ...(logLevel !== undefined && { 'io.modelcontextprotocol/logLevel': logLevel }),
    });
  let standingLevel = sender.logLevel;
  let standing = say({});
  const { nameMembers = {} } = sender;
  const names = new Map([...coreNameMembers, ...Object.entries(nameMembers)]);
  return {
    name: 'modern',
    revision,
    serverMayAsk: false,
    encode: (id, method, params, progressToken, declared) => {
      if (sender.logLevel !== standingLevel) {
        standingLevel = sender.logLevel;
        standing = say({});
      }
      const said = declared === undefined ? standing : say(declared);
      const progress =
        progressToken === undefined ? '' : `,"progressToken":${JSON.stringify(progressToken)}`;
      return encodeRequest(id, method, params, said + progress);
    },
    headers: (method, params, toolFields) =>
      modernHeaders(revision, method, params, toolFields, names),
    // On HTTP the end of the exchange is the cancellation, and a notification must not be sent
    // (2026-07-28/basic/patterns/cancellation, Transport-Specific Cancellation).
    notifiesCancellation: (_method, kind) => kind === 'pipe',
  };
}
