/** How a scripted server is on HTTP. @public */
export interface HttpServing {
  /** `sse`: the transport of 2024-11-05, which the others replaced. All below is of the current one. */
  readonly transport?: 'streamable' | 'sse';
  /** How it replies where the answer is all there is to say. Default `json`. */
  readonly reply?: 'json' | 'events';
  /** Whether it gives sessions (legacy era). Default `true`. */
  readonly sessions?: boolean;
  /** Whether it offers a stream for what belongs to no request (legacy era). Default `true`. */
  readonly listening?: boolean;
  /** Whether its streams can be resumed (legacy era). Default `false`. */
  readonly resumable?: boolean;
  /** The wait before it is resumed, where that is so. Default: it names none. */
  readonly retryMs?: number;
}
