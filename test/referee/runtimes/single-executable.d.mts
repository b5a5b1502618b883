export declare function singleExecutable(folder: string): Promise<string>;
export declare function runSingleExecutable(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<unknown>;
