/**
 * A way to get tokens: what `authorizationCode(…)`, `deviceCode(…)`, `clientCredentials(…)`,
 * `enterpriseManaged(…)` and `workloadIdentity(…)` give. What it does stays inside.
 *
 * @public
 */
export interface Grant {
  /** In words, for messages: `authorization code`. */
  readonly name: string;
}
