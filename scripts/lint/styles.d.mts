/** `files`: path from the root → text. A sentence for each style that lies elsewhere than with its component. */
export function findStyleProblems(files: ReadonlyMap<string, string>): readonly string[];

/** A sentence for each size of text, and each width at which a screen folds, that `css` states in px. */
export function findPixelProblems(file: string, css: string): readonly string[];
