/** `attachment` under a name of ours: letters, digits, underscore, point. */
export const attachmentNamed = (name: string): string => `attachment; filename="${name}"`;
