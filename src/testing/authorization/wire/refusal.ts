/** An error that an authorization server answers with. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  readonly error: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error: string,
    description: string,
    how: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description);
    this.error = error;
    this.status = how.status ?? (error === 'invalid_client' ? 401 : 400);
    this.headers = how.headers ?? {};
  }
}
