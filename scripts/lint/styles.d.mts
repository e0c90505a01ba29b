/** `files`: path from the root → text. A sentence for each style that lies elsewhere than with its component. */
export function styleComplaints(files: ReadonlyMap<string, string>): readonly string[];
