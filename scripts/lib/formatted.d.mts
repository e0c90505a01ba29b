export function formatGeneratedPage(file: string, text: string): Promise<string>;
