/** Whose file names a server: the user's own, or that of a project, which nobody vouches for. @public */
export type ServerScope = 'user' | 'project';

/** How far a server is trusted. @public */
export type TrustClass =
  | 'trusted_recipe'
  | 'trusted_local'
  | 'sandboxed_local'
  | 'remote_http'
  | 'blocked';

/** What the user's file says of the trust in a server. @public */
export interface TrustNote {
  /** As it stands in the file: an unknown one is kept, and read as `blocked`. */
  readonly class: string;
  readonly approvedBy: string | undefined;
  readonly approvedAt: string | undefined;
  readonly reason: string | undefined;
}

/** A folder or file of this machine that a container sees. @public */
export interface ContainerMount {
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

/** What a local server runs in. @public */
export type ServerRuntime =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'docker';
      readonly image: string;
      /** In place of the image's own command; empty for that. */
      readonly command: readonly string[];
      readonly mounts: readonly ContainerMount[];
      /** The name of a container network. `undefined`: none, or the usual one where `network` is granted. */
      readonly network: string | undefined;
      readonly cpus: number | undefined;
      /** With its unit, such as `512m`. */
      readonly memory: string | undefined;
    }
  | {
      readonly kind: 'docker_gateway';
      /** The gateway's profile; `undefined` for its default. */
      readonly profile: string | undefined;
    };

/** What all servers of a registry have. @public */
export interface Registered {
  /** `^[a-z0-9][a-z0-9_]{0,31}$` */
  readonly name: string;
  readonly scope: ServerScope;
  /** The file that names it. */
  readonly file: string;
  /** `false`: it is never started. */
  readonly enabled: boolean;
  /** Milliseconds for one request; `undefined` for the host's own. */
  readonly timeoutMs: number | undefined;
  /** Where the definition comes from, such as `recipe:github`. */
  readonly source: string | undefined;
  readonly trust: TrustNote | undefined;
}

/** A server that is started here. Values of `env` are as written: `${NAME}` is not replaced yet. @public */
export interface LocalServer extends Registered {
  readonly kind: 'local';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; `undefined` for the project's root. */
  readonly cwd: string | undefined;
  /** Whether it may reach the network. */
  readonly network: boolean;
  /** Files and folders that it may write besides the project and the temporary folders; as written. */
  readonly writePaths: readonly string[];
  readonly runtime: ServerRuntime;
  /** `off` counts only for a server that the user's file trusts. */
  readonly sandbox: 'on' | 'off';
}

/** How the user signs in to a remote server where discovery does not say enough. @public */
export interface ServerSignIn {
  readonly clientId: string | undefined;
  /** The name of an environment variable that has the client's secret. */
  readonly clientSecretEnv: string | undefined;
  readonly clientMetadataUrl: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly grant: 'authorization_code' | 'device_code' | 'client_credentials';
  /** Names of tolerances of the oauth room that are on. */
  readonly tolerances: readonly string[];
}

/** A server at a URL. Values of `headers` are as written: `${NAME}` and `!command` are not replaced yet. @public */
export interface RemoteServer extends Registered {
  readonly kind: 'remote';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of an environment variable that has a bearer token. */
  readonly bearerEnv: string | undefined;
  readonly auth: ServerSignIn | undefined;
}

/** A server as the registry has it, checked. @public */
export type RegisteredServer = LocalServer | RemoteServer;
