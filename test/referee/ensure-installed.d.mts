export function ensureInstalled(say?: (line: string) => void): Promise<void>;
