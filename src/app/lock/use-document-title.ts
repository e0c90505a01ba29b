import { useEffect } from 'react';

/** Sets the document title, so that it names no patient (D5) while the screen is locked, and restores it afterwards. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Ventanilla`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
