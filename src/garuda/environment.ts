/** The variables of a program. @public */
export type Environment = Readonly<Record<string, string | undefined>>;
