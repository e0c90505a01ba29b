export function findings(text: string, options?: { readonly mayBeFragment?: boolean }): string[];
export function subjectFindings(subject: string): string[];
