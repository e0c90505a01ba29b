/** Returns the value of a `Content-Disposition` header. The name must consist of letters, digits, underscores and dots. */
export const contentDispositionFor = (name: string): string => `attachment; filename="${name}"`;
