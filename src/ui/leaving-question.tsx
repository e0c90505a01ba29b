import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A link that was followed, or a step in the browser's history (negative: back). */
type Way =
  | { readonly type: 'link'; readonly link: HTMLAnchorElement }
  | { readonly type: 'history'; readonly steps: number };

/** The router counts the entries of the history that it makes; null for an entry that it did not make. */
function positionOf(state: unknown): number | null {
  const known = typeof state === 'object' && state !== null && 'idx' in state;
  return known && typeof state.idx === 'number' ? state.idx : null;
}

/** The link that a click follows inside the app, away from this page; null for any other click. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const leaves =
    link?.origin === location.origin && link.target === '' && link.pathname !== location.pathname;
  return leaves ? link : null;
}

/**
 * Stops links and the browser's own buttons before the router sees them. Not by the router's blocker: that needs its
 * data router, whose 17 kB every sign-in form would load.
 */
function useWayOut(dirty: boolean) {
  const [way, setWay] = useState<Way | null>(null);
  const leaving = useRef(false);
  useEffect(() => {
    if (!dirty) return;
    const here = { path: location.pathname, position: positionOf(history.state) };
    let returning = false;
    const onClick = (event: MouseEvent) => {
      const link = followedLink(event);
      if (!link || leaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ type: 'link', link });
    };
    const onPop = (event: PopStateEvent) => {
      const position = positionOf(event.state);
      const leaves = location.pathname !== here.path && position !== null && here.position !== null;
      if (leaving.current || (!leaves && !returning)) return;
      event.stopImmediatePropagation();
      if (returning) returning = false;
      else if (leaves) {
        returning = true;
        history.go(here.position - position);
        setWay({ type: 'history', steps: position - here.position });
      }
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPop, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPop, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);
  const leave = () => {
    leaving.current = true;
    if (way?.type === 'link') way.link.click();
    if (way?.type === 'history') history.go(way.steps);
    setWay(null);
  };
  return { asked: way !== null, leave, stay: () => setWay(null) };
}

/** Asks before what was typed and not saved is left behind, whichever way one leaves. */
export function LeavingQuestion({ dirty }: { dirty: boolean }) {
  const { asked, leave, stay } = useWayOut(dirty);
  return (
    <ConfirmDialog
      opened={asked}
      title="¿Salir sin guardar?"
      main="cancel"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={leave}
      onCancel={stay}
    >
      <p>Lo que escribiste aquí no se ha guardado y se perderá.</p>
    </ConfirmDialog>
  );
}
