export const WORDS: Readonly<Record<string, string>>;
export const ALLOWED: Readonly<Record<string, string>>;
export function findings(text: string, options?: { readonly mayBeFragment?: boolean }): string[];
export function subjectFindings(subject: string): string[];
