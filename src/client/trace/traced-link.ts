import type { LinkRequest, ReadResult } from '../attempt.ts';
import { Link } from '../link.ts';
import type { Tracing } from './tracing.ts';

/** A link that remembers where each request was made, since it may be sent again from elsewhere. */
export class TracedLink extends Link {
  readonly #tracing: Tracing;

  constructor(tracing: Tracing, ...link: ConstructorParameters<typeof Link>) {
    super(...link);
    this.#tracing = tracing;
  }

  override request<T>(request: LinkRequest, read: ReadResult<T>): Promise<T> {
    const scope = request.scope ?? this.#tracing.active();
    return super.request({ ...request, scope }, read);
  }
}
