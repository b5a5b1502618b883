/** How the MCP server is that wants a sign-in. @public */
export interface ResourceOptions {
  /**
   * The MCP server behind it: what `overHttp` of a scripted server gives, or any other. Without one every
   * request that is let through is answered with an empty result.
   */
  readonly behind?: { readonly url: string };
  /** The path of the MCP endpoint. Default `/mcp`. */
  readonly path?: string;
  /**
   * Where its metadata is: at the well-known address with the path (the default) or without, at a path of its
   * own, or nowhere.
   */
  readonly metadata?: 'at-path' | 'at-root' | 'nowhere' | `/${string}`;
  /** Whether its challenge says where that is. Default `true`. */
  readonly named?: boolean;
  /** The `scopes_supported` of its metadata. */
  readonly scopes?: readonly string[];
  /** The scope that every request needs, and that its challenge names. Default: none. */
  readonly scope?: string;
  /** The scope that a call of a tool needs besides, by the name of the tool. */
  readonly tools?: Readonly<Record<string, string>>;
  /** The authorization servers that its metadata names before its own. */
  readonly otherIssuers?: readonly string[];
}
