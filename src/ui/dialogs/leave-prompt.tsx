import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { historyPositionOf, setHistoryGuard } from './history-guard.ts';
import { usePromptedCheck } from './unsaved.ts';

/** Link that the user followed, or number of steps in the history (negative: back). */
type LeaveAction =
  | { readonly type: 'link'; readonly link: HTMLAnchorElement }
  | { readonly type: 'history'; readonly steps: number };

/** Returns the clicked link if it leads to another page of the app; null for all other clicks. */
function findClickedLinkToOtherPage(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const leaves =
    link?.origin === location.origin && link.target === '' && link.pathname !== location.pathname;
  return leaves ? link : null;
}

type StopFunction = () => void;
type ShowPrompt = (way: LeaveAction) => void;

/** Prompts on links. Listens in the capture phase of the document, so that it runs before React's listener. */
function guardLinks(ask: ShowPrompt): StopFunction {
  const onClick = (event: MouseEvent) => {
    const link = findClickedLinkToOtherPage(event);
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // Another form of the page must not prompt too.
    ask({ type: 'link', link });
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/**
 * Prompts on steps in the history. The browser reports a step only after taking it, so the step is undone before the router
 * sees it.
 */
function guardHistorySteps(ask: ShowPrompt): StopFunction {
  const { pathname } = location;
  const here = historyPositionOf(history.state);
  let returning = false;
  const onPop = (event: PopStateEvent) => {
    const there = historyPositionOf(event.state);
    const leaves = !returning && location.pathname !== pathname && here !== null && there !== null;
    if (!leaves && !returning) return;
    event.stopImmediatePropagation();
    returning = leaves;
    if (!leaves) return;
    history.go(here - there);
    ask({ type: 'history', steps: there - here });
  };
  return setHistoryGuard(onPop);
}

/** Makes the browser show its own prompt when the page is reloaded, left or closed. */
function guardUnload(): StopFunction {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', onUnload);
  return () => window.removeEventListener('beforeunload', onUnload);
}

/** Guards of all forms of the page. A user who leaves gives up the input of all of them, with one prompt. */
const raisedGuards = new Set<StopFunction>();

function removeGuards(guards: Iterable<StopFunction>): void {
  for (const stop of guards) {
    stop();
    raisedGuards.delete(stop);
  }
}

/**
 * Prompts on every way of leaving while there is unsaved input. The router's own blocker needs the data router, whose 17 kB
 * every sign-in form would load.
 */
function useLeavePrompt(dirty: boolean) {
  const [way, setWay] = useState<LeaveAction | null>(null);
  useEffect(() => {
    if (!dirty) return;
    const raised = [guardLinks(setWay), guardHistorySteps(setWay), guardUnload()];
    for (const stop of raised) raisedGuards.add(stop);
    return () => removeGuards(raised);
  }, [dirty]);
  const leave = () => {
    removeGuards(raisedGuards);
    if (way?.type === 'link') way.link.click();
    if (way?.type === 'history') history.go(way.steps);
    setWay(null);
  };
  return { isOpen: way !== null, leave, stay: () => setWay(null) };
}

interface LeavePromptProps {
  dirty: boolean;
  title?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  children?: ReactNode;
}

export function LeavePrompt({
  dirty,
  title = '¿Salir sin guardar?',
  confirmLabel = 'Salir sin guardar',
  cancelLabel = 'Seguir editando',
  children = 'Lo que escribiste aquí no se ha guardado y se perderá.',
}: LeavePromptProps) {
  const { isOpen, leave, stay } = useLeavePrompt(dirty);
  const isDirty = useCallback(() => dirty, [dirty]);
  usePromptedCheck(isDirty);
  return (
    <ConfirmDialog
      opened={isOpen}
      title={title}
      main="cancel"
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      onConfirm={leave}
      onCancel={stay}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
