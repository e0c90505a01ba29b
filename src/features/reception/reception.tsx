import { startTransition, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { CardText } from '#domain/card/capture.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import type { Account } from '#sync/session/session.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { ConfirmationBanner } from './done/confirmation-banner.tsx';
import { readLastConfirmed, NEXT_PATIENT_STATE, setLastConfirmed } from './done/last-confirmed.ts';
import type { LastConfirmed } from './done/last-confirmed.ts';
import { focusDocumentField, focusField, focusElement, focusTitle, useFocusRequests } from './form/focus.ts';
import { splitDetails, toFormField } from './form/field-details.ts';
import { findFirstInvalidFields, type WizardStep } from './form/registration-schema.ts';
import { notifyOtherWindows } from './draft/draft-channel.ts';
import {
  emptyWizardStart,
  openNewRegistration,
  type OpenedReception,
  type WizardStart,
} from './draft/start.ts';
import { useConsumeWaitingParam } from './use-waiting-wanted.ts';
import { Wizard } from './wizard/wizard.tsx';
import { WizardSkeleton } from './wizard/wizard-outline.tsx';

const NothingToCorrect = lazyComponent(() =>
  import('./nothing-to-correct.tsx').then((loaded) => loaded.NothingToCorrect),
);
const LazyRetakeRejectedPicture = lazyComponent(() =>
  import('./recapture.tsx').then((loaded) => loaded.RetakeRejectedPicture),
);

type ReceptionView =
  | { readonly name: 'loading' }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind }
  | { readonly name: 'failed'; readonly error: unknown }
  | OpenedReception;

interface ShownView {
  readonly view: ReceptionView;
  /** Number of the view, used as its React key, so that each new view is mounted again, even if one wizard follows another. */
  readonly nth: number;
  /** Registration that the confirmation banner shows; null if there is none. */
  readonly after: LastConfirmed | null;
}

const problemViewOf = (error: unknown): ReceptionView =>
  error instanceof StorageProblem ? { name: 'storage', kind: error.kind } : { name: 'failed', error };

interface ReceptionProps {
  account: Account;
  branchId: string;
  entryId: string | null;
  /** True if this page showed another screen before, which had the focus. */
  isLedHere?: boolean;
  returnTo?: string;
}

const openForCorrection = async (
  draftKey: { readonly ownerId: string; readonly entryId: string; readonly branchId: string },
  isSent: boolean,
): Promise<OpenedReception> => (await import('./correction/opening.ts')).openCorrection(draftKey, isSent);

/** Holds the current view. `branchId` is empty for a new registration, so that its form stays when the branch changes. */
function useCurrentView(ownerId: string, entryId: string | null, isSent: boolean, branchId: string) {
  const [shown, setShown] = useState<ShownView>({ view: { name: 'loading' }, nth: 0, after: null });
  const show = useCallback(
    (view: ReceptionView, change: Partial<Pick<ShownView, 'after'>> = {}) =>
      setShown((before) => ({ ...before, ...change, view, nth: before.nth + 1 })),
    [],
  );
  const dismiss = () => {
    setLastConfirmed(ownerId, null);
    setShown((before) => ({ ...before, after: null }));
  };
  const open = useCallback(
    () =>
      (entryId === null
        ? openNewRegistration(ownerId)
        : openForCorrection({ ownerId, branchId, entryId }, isSent)
      ).catch(problemViewOf),
    [ownerId, entryId, isSent, branchId],
  );
  /**
   * Opens the view, with the banner of the last confirmed registration. A correction has no banner, because its form already
   * shows a patient.
   */
  const openAnew = useCallback(async (): Promise<ReceptionView> => {
    const [view, after] = await Promise.all([open(), entryId === null ? readLastConfirmed(ownerId) : null]);
    show(view, { after });
    return view;
  }, [open, show, ownerId, entryId]);
  return { ...shown, setShown, show, dismiss, open, openAnew };
}

function useReloadBannerOnBranchChange(
  { userId, branchId }: { userId: string; branchId: string },
  setShown: ReturnType<typeof useCurrentView>['setShown'],
): void {
  const seen = useRef(branchId);
  useEffect(() => {
    if (seen.current === branchId) return;
    seen.current = branchId;
    void readLastConfirmed(userId).then((last) =>
      setShown((before) => ({ ...before, after: last?.branchId === branchId ? last : null })),
    );
  }, [userId, branchId, setShown]);
}

type ViewWithoutForm = Extract<OpenedReception, { name: 'recapture' | 'nothing_to_correct' }>;

const WithoutForm = ({ ownerId, view }: { ownerId: string; view: ViewWithoutForm }) => (
  <Suspense fallback={<SkeletonCard lines={5} />}>
    {view.name === 'recapture' ? (
      <LazyRetakeRejectedPicture ownerId={ownerId} entryId={view.entryId} />
    ) : (
      <NothingToCorrect why={view.why} />
    )}
  </Suspense>
);

/**
 * Returns true if the banner is shown. It is hidden at another branch, and in the last step, because a patient must not read
 * about another patient.
 */
const isBannerShown = (
  after: LastConfirmed | null,
  step: WizardStep,
  branchId: string,
): after is LastConfirmed => after !== null && step < 2 && after.branchId === branchId;

const isStartEmpty = ({ content: { step, form } }: WizardStart): boolean =>
  step === 0 && form.identification_number === '';

/** Focuses the first field that the server rejected, or the number of an empty form, or the heading of the step. */
function focusOnView(view: ReceptionView): void {
  if (view.name !== 'wizard') return focusElement('main');
  const { refusal } = view.start;
  const [bad] = findFirstInvalidFields(splitDetails(refusal?.details ?? []).fields);
  if (bad) return focusField(bad.field);
  if (isStartEmpty(view.start)) focusDocumentField();
  else focusTitle();
}

/** Opens the first view of the page, and focuses its first field, the field named in the address, or its heading. */
function useInitialView(
  openAnew: () => Promise<ReceptionView>,
  isLedHere: boolean,
  leavesFocus: boolean,
): void {
  const { state, search } = useLocation();
  const isByLink = useNavigationType() === NavigationType.Push;
  const [first] = useState({
    isNextPerson: state === NEXT_PATIENT_STATE,
    isByLink: isByLink && !leavesFocus,
    field: toFormField(new URLSearchParams(search).get('field') ?? ''),
  });
  useEffect(() => {
    const begin = async () => {
      const view = await openAnew();
      if (first.isNextPerson || (first.isByLink && view.name === 'wizard' && isStartEmpty(view.start)))
        focusDocumentField();
      else if (first.field && view.name === 'wizard') focusField(first.field);
      else if (isLedHere) focusOnView(view);
    };
    void begin();
  }, [openAnew, first, isLedHere]);
}

/** Loads the code for keys and taps after the screen, because it is needed only after the first 'Confirmar'. */
function useInputAfterSubmit(): void {
  useEffect(() => {
    const over = new AbortController();
    import('./card/typed/after-sending.ts')
      .then(({ listenForInputAfterSubmit }) => listenForInputAfterSubmit(over.signal))
      .catch(reportError);
    return () => over.abort();
  }, []);
}

interface ReceptionParams {
  readonly userId: string;
  readonly branchId: string;
  readonly entryId: string | null;
  readonly returnTo: string | undefined;
}

interface ScreenActions extends Pick<
  ReturnType<typeof useCurrentView>,
  'setShown' | 'show' | 'open' | 'openAnew'
> {
  readonly setStep: (step: WizardStep) => void;
  readonly navigate: ReturnType<typeof useNavigate>;
}

/** Returns the actions after a registration: open the next form, return to a page, open a parked draft, or reload the draft. */
function createNextActions({ userId, branchId, entryId, returnTo }: ReceptionParams, ways: ScreenActions) {
  const { setShown, show, open, openAnew, setStep, navigate } = ways;
  const startNextPatient = (card: CardText | null = null) => {
    show({ name: 'wizard', start: { ...emptyWizardStart, card } });
    window.scrollTo(0, 0);
    focusDocumentField(); // Focuses the document number, because the next patient is already at reception.
  };
  /** Shows the banner before the next form, because rendering the form takes longer on a slow tablet. */
  const showBannerAndNext = (just: LastConfirmed) => {
    setShown((before) => ({ ...before, after: just }));
    setStep(0);
    startTransition(() => startNextPatient());
  };
  const handleConfirmed = (id: string, isStillHere: boolean) => {
    if (returnTo !== undefined) {
      toast('ok', 'Corrección guardada. Se envía sola.');
      if (isStillHere) void navigate(returnTo, { replace: true });
      return;
    }
    const just = { entryId: id, branchId };
    setLastConfirmed(userId, just);
    if (entryId === null) showBannerAndNext(just);
    else if (isStillHere) void navigate('/reception', { replace: true, state: NEXT_PATIENT_STATE });
  };
  const reopen = async () => {
    show({ name: 'loading' });
    const opened = await openAnew();
    // Other windows must stop editing the opened draft, because this window now edits it.
    if (opened.name === 'wizard' && opened.start.restored) notifyOtherWindows({ ownerId: userId, entryId });
    focusOnView(opened);
  };
  const reopenDraft = async () => {
    const opened = await open();
    show(opened.name === 'wizard' ? { ...opened, start: { ...opened.start, restored: false } } : opened);
    focusTitle();
  };
  // Discards a draft that cannot be read. A correction then starts from its entry.
  const startOver = async () => {
    await discardDraft(userId, entryId);
    await reopen();
  };
  return {
    next: startNextPatient,
    confirmed: handleConfirmed,
    restart: () => void reopen(),
    leave: () => void navigate(returnTo ?? '/pending', { replace: true }),
    bringBack: () => void reopenDraft(),
    startOver: () => void startOver(),
  };
}

/** Returns the same object on each render, so that a change of the banner does not render the form. */
function useNextActions(
  of: ReceptionParams,
  screen: ReturnType<typeof useCurrentView>,
  setStep: ScreenActions['setStep'],
) {
  const navigate = useNavigate();
  const { userId, branchId, entryId, returnTo } = of;
  const { setShown, show, open, openAnew } = screen;
  return useMemo(
    () =>
      createNextActions(
        { userId, branchId, entryId, returnTo },
        { setShown, show, open, openAnew, setStep, navigate },
      ),
    [userId, branchId, entryId, returnTo, setShown, show, open, openAnew, setStep, navigate],
  );
}

export function Reception({ account, branchId, entryId, isLedHere = false, returnTo }: ReceptionProps) {
  useFocusRequests();
  useInputAfterSubmit();
  const { userId } = account;
  const screen = useCurrentView(userId, entryId, returnTo !== undefined, entryId === null ? '' : branchId);
  const { view, nth, after, dismiss } = screen;
  useReloadBannerOnBranchChange({ userId, branchId }, screen.setShown);
  const isWaitingWanted = useConsumeWaitingParam();
  useInitialView(screen.openAnew, isLedHere, isWaitingWanted || entryId !== null);
  const [step, setStep] = useState<WizardStep>(0);
  const following = useNextActions({ userId, branchId, entryId, returnTo }, screen, setStep);
  switch (view.name) {
    case 'loading':
      return <WizardSkeleton />;
    case 'storage':
      return <StorageNotice kind={view.kind} onStartOver={following.startOver} />;
    case 'failed':
      throw view.error;
    case 'nothing_to_correct':
    case 'recapture':
      return <WithoutForm ownerId={userId} view={view} />;
    case 'wizard':
      return (
        <>
          <ConfirmationBanner
            ownerId={userId}
            entryId={isBannerShown(after, step, branchId) ? after.entryId : null}
            onDismiss={() => {
              dismiss();
              if (step === 0) focusDocumentField();
              else focusTitle();
            }}
          />
          <Wizard
            key={nth}
            account={account}
            branchId={branchId}
            entryId={entryId}
            start={view.start}
            opensWaiting={isWaitingWanted && nth === 1}
            onStep={setStep}
            onConfirmed={following.confirmed}
            onRestart={following.restart}
            onLeave={following.leave}
            onParked={following.next}
            onBroughtBack={following.bringBack}
          />
        </>
      );
  }
}
