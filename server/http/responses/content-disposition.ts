/** Returns an `attachment` header for a file name that consists of letters, digits, underscores and dots. */
export const attachmentHeader = (name: string): string => `attachment; filename="${name}"`;
