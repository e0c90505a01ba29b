export function findWordingProblems(text: string, options?: { readonly mayBeFragment?: boolean }): string[];
export function findSubjectProblems(subject: string): string[];
export function findApiTextProblems(text: string): string[];
export function findSummaryProblems(summary: string): string[];
