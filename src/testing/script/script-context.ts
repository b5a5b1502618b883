import type {
  EraName,
  JsonObject,
  LoggingLevel,
  RequestId,
  Revision,
} from '../../protocol/index.ts';

/** What a function of a script knows of the request that it answers, and can do besides. @public */
export interface ScriptContext {
  readonly id: RequestId;
  readonly method: string;
  /** As they came: `inputResponses` and `requestState` of the modern era stand here. */
  readonly params: JsonObject;
  readonly era: EraName;
  readonly revision: Revision;
  /** Aborted when the client has cancelled the request, or is gone. */
  readonly signal: AbortSignal;
  /** Tells of progress, if the request asked for that. */
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /** Logs, if the client wants to hear of this level. */
  readonly log: (level: LoggingLevel, data: unknown, logger?: string) => void;
  /** Says something that belongs to this request. */
  readonly notify: (method: string, params?: JsonObject) => void;
  /**
   * Asks the client something (legacy era): elicitation, sampling, roots. A modern server answers
   * with `resultType: 'input_required'` instead.
   *
   * @throws Refusal when the client refuses, or is gone; in the modern era always
   */
  readonly ask: (method: string, params?: JsonObject) => Promise<JsonObject>;
}
