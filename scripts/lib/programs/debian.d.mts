export function installFromDebian(...names: readonly string[]): Promise<boolean>;
