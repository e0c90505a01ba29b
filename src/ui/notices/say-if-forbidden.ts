import { toast } from './toast.ts';

/** Whose permission was just taken away is led away from the screen; the server's words go along. */
export function sayIfForbidden(
  trouble: { readonly code: string | null; readonly text: string } | null,
): void {
  if (trouble?.code === 'forbidden') toast('error', trouble.text);
}
