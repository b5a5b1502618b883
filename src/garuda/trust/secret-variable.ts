/** What a variable is likely to hold, by its name. */
const secretName = /KEY|TOKEN|SECRET|PASS|CRED/iu;

/** Whether a variable, or what its value is taken from, sounds like a secret. */
export function isSecretVariable(name: string, value: string): boolean {
  return [name, ...takenFrom(value)].some((each) => secretName.test(each));
}

/** The names of the variables that a value, as it is written, is taken from. */
export function takenFrom(value: string): readonly string[] {
  return [...value.matchAll(/\$\{([A-Za-z_]\w*)\}/gu)].map(([, from = '']) => from);
}
