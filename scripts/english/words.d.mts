export function findings(text: string, options?: { readonly mayBeFragment?: boolean }): string[];
export function subjectFindings(subject: string): string[];
export function apiFindings(text: string): string[];
export function summaryFindings(summary: string): string[];
