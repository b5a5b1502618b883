import { parseChallenges } from './parse-challenges.ts';

/** What a server says about the token that it wants. */
export interface BearerChallenge {
  readonly scheme: 'bearer' | 'dpop';
  /** Where the metadata of the resource is. */
  readonly resourceMetadata?: string;
  /** The scope that the request needs. */
  readonly scope?: string;
  /** Such as `invalid_token` or `insufficient_scope`. */
  readonly error?: string;
}

/**
 * The challenge for an access token in the value of a `WWW-Authenticate` field. Of several the first
 * that names the metadata of the resource is taken, else the first.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9728#section-5.1 | RFC 9728 §5.1}
 */
export function bearerChallenge(field: string | undefined): BearerChallenge | undefined {
  const found = parseChallenges(field ?? '').flatMap(({ scheme, parameters }) => {
    if (scheme !== 'bearer' && scheme !== 'dpop') return [];
    const { resource_metadata: resourceMetadata, scope, error } = parameters;
    return [
      {
        scheme,
        ...(isSaid(resourceMetadata) && { resourceMetadata }),
        ...(isSaid(scope) && { scope }),
        ...(isSaid(error) && { error }),
      } as const,
    ];
  });
  return found.find((challenge) => 'resourceMetadata' in challenge) ?? found[0];
}

function isSaid(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
