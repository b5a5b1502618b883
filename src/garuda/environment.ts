/** The variables of this program. */
export type Environment = Readonly<Record<string, string | undefined>>;
