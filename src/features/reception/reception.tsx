import { useDidUpdate } from '@mantine/hooks';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
import type { CardText } from '#domain/card/capture.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import type { Account } from '#sync/session/session.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import {
  readLastConfirmed,
  NEXT_PATIENT_STATE,
  setLastConfirmed,
  type LastConfirmed,
} from './done/last-confirmed.ts';
import { focusDocumentField, focusField, focusElement, focusTitle, useFocusRequests } from './form/focus.ts';
import { splitProblemsByField, toFormField } from './form/field-details.ts';
import { findFirstInvalidFields, type WizardStep } from './form/registration-schema.ts';
import { notifyOtherWindows } from './draft/draft-channel.ts';
import {
  emptyWizardStart,
  openNewRegistrationDraft,
  type OpenedReception,
  type WizardStart,
} from './draft/start.ts';
import { LazyConfirmationStep, Wizard } from './wizard/wizard.tsx';
import { WizardSkeleton } from './wizard/wizard-outline.tsx';

const skeleton = () => <SkeletonCard lines={5} />;
const loadRarelyShown = () => import('./rarely-shown.tsx');
const LazyCorrectionUnavailable = lazyComponent(loadRarelyShown, 'CorrectionUnavailable', skeleton);
const LazyConfirmationBanner = lazyComponent(
  () => import('./done/confirmation-banner.tsx'),
  'ConfirmationBanner',
);
const LazyRetakeRejectedPicture = lazyComponent(loadRarelyShown, 'RetakeRejectedPicture', skeleton);

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

interface ReceptionProps {
  account: Account;
  branchId: string;
  entryId: string | null;
  /** True if this page showed another screen before, which had the focus. */
  isLedHere?: boolean;
  returnTo?: string;
}

/** Fetches the last step before a draft opens in it, so that the step appears with the form. */
async function fetchOpeningStep(opened: OpenedReception): Promise<OpenedReception> {
  if (opened.name === 'wizard' && opened.start.content.step === 2) await LazyConfirmationStep.preload();
  return opened;
}

/** Holds the current view. `branchId` is empty for a new registration, so that its form stays when the branch changes. */
function useCurrentView(ownerId: string, entryId: string | null, isSent: boolean, branchId: string) {
  const [shown, setShown] = useState<ShownView>({ view: { name: 'loading' }, nth: 0, after: null });
  const show = useCallback(
    (view: ReceptionView, change: Partial<Pick<ShownView, 'after'>> = {}) =>
      setShown((before) => ({ ...before, ...change, view, nth: before.nth + 1 })),
    [],
  );
  const showBanner = useCallback(
    (after: LastConfirmed | null) => setShown((before) => ({ ...before, after })),
    [],
  );
  const open = useCallback(async (): Promise<ReceptionView> => {
    try {
      if (entryId === null) return await fetchOpeningStep(await openNewRegistrationDraft(ownerId));
      const { openCorrection } = await import('./correction/opening.ts');
      return await fetchOpeningStep(await openCorrection({ ownerId, branchId, entryId }, isSent));
    } catch (error) {
      return error instanceof StorageProblem
        ? { name: 'storage', kind: error.kind }
        : { name: 'failed', error };
    }
  }, [ownerId, entryId, isSent, branchId]);
  /**
   * Opens the view together with the banner of the last confirmed registration, so that nothing moves later. A correction has
   * no banner, because its form already shows a patient.
   */
  const openAnew = useCallback(async (): Promise<ReceptionView> => {
    const [view, after] = await Promise.all([open(), entryId === null ? readLastConfirmed(ownerId) : null]);
    if (after !== null) await LazyConfirmationBanner.preload();
    show(view, { after });
    return view;
  }, [open, show, ownerId, entryId]);
  return { ...shown, show, showBanner, open, openAnew };
}

type CurrentView = ReturnType<typeof useCurrentView>;

function useReloadBannerOnBranchChange(
  userId: string,
  branchId: string,
  showBanner: CurrentView['showBanner'],
): void {
  useDidUpdate(() => {
    void readLastConfirmed(userId).then((last) => showBanner(last?.branchId === branchId ? last : null));
  }, [branchId]);
}

const isStartWithoutNumber = ({ content: { step, form } }: WizardStart): boolean =>
  step === 0 && form.identification_number === '';

/** Focuses the first field that the server rejected, or the number of an empty form, or the heading of the step. */
function focusOnView(view: ReceptionView): void {
  if (view.name !== 'wizard') return focusElement('main');
  const { refusal } = view.start;
  const [bad] = findFirstInvalidFields(splitProblemsByField(refusal?.details ?? []).fields);
  if (bad) return focusField(bad.field);
  if (isStartWithoutNumber(view.start)) focusDocumentField();
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
      if (
        first.isNextPerson ||
        (first.isByLink && view.name === 'wizard' && isStartWithoutNumber(view.start))
      )
        focusDocumentField();
      else if (first.field && view.name === 'wizard') focusField(first.field);
      else if (isLedHere) focusOnView(view);
    };
    void begin();
  }, [openAnew, first, isLedHere]);
}

/**
 * Loads the code for digits typed ahead and for second taps. It is loaded after the screen, because it is needed only after the
 * first 'Confirmar'.
 */
function useGuardInputAfterSubmit(): void {
  useEffect(() => {
    const over = new AbortController();
    import('./card/typed/after-sending.ts')
      .then(({ guardInputAfterSubmit }) => guardInputAfterSubmit(over.signal))
      .catch(reportError);
    return () => over.abort();
  }, []);
}

/**
 * Returns the actions after a registration: open the next form, return to a page, open a parked draft, or reload the draft.
 * Returns the same object on each render, so that a change of the banner does not render the form.
 */
function useNextActions(
  { account: { userId }, branchId, entryId, returnTo }: ReceptionProps,
  { show, showBanner, open, openAnew }: CurrentView,
  setStep: (step: WizardStep) => void,
) {
  const navigate = useNavigate();
  return useMemo(() => {
    const startNextPatient = (card: CardText | null = null) => {
      show({ name: 'wizard', start: { ...emptyWizardStart, card } });
      window.scrollTo(0, 0);
      focusDocumentField(); // Focuses the document number, because the next patient is already at reception.
    };
    /** Shows the banner before the next form, because rendering the form takes longer on a slow tablet. */
    const showBannerAndNext = (just: LastConfirmed) => {
      showBanner(just);
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
      onParked: startNextPatient,
      onConfirmed: handleConfirmed,
      onRestart: () => void reopen(),
      onLeave: () => void navigate(returnTo ?? '/pending', { replace: true }),
      onBroughtBack: () => void reopenDraft(),
      startOver: () => void startOver(),
    };
  }, [userId, branchId, entryId, returnTo, show, showBanner, open, openAnew, setStep, navigate]);
}

/**
 * Returns true if the address has `?waiting`, and removes `?waiting` from the address, so that the list of parked drafts opens
 * only once.
 */
function useConsumeWaitingParam(): boolean {
  const [params, setParams] = useSearchParams();
  const [isWanted] = useState(params.has('waiting'));
  useEffect(() => {
    if (params.has('waiting')) setParams({}, { replace: true });
  }, [params, setParams]);
  return isWanted;
}

export function Reception(props: ReceptionProps) {
  const { account, branchId, entryId, isLedHere = false, returnTo } = props;
  useFocusRequests();
  useGuardInputAfterSubmit();
  const { userId } = account;
  const screen = useCurrentView(userId, entryId, returnTo !== undefined, entryId === null ? '' : branchId);
  const { view, nth, after, showBanner } = screen;
  useReloadBannerOnBranchChange(userId, branchId, showBanner);
  const isWaitingWanted = useConsumeWaitingParam();
  useInitialView(screen.openAnew, isLedHere, isWaitingWanted || entryId !== null);
  const [step, setStep] = useState<WizardStep>(0);
  const { startOver, ...following } = useNextActions(props, screen, setStep);
  const dismissBanner = () => {
    setLastConfirmed(userId, null);
    showBanner(null);
    if (step === 0) focusDocumentField();
    else focusTitle();
  };
  switch (view.name) {
    case 'loading':
      return <WizardSkeleton />;
    case 'storage':
      return <StorageNotice kind={view.kind} onStartOver={startOver} />;
    case 'failed':
      throw view.error;
    case 'nothing_to_correct':
      return <LazyCorrectionUnavailable why={view.why} />;
    case 'recapture':
      return <LazyRetakeRejectedPicture ownerId={userId} entryId={view.entryId} />;
    case 'wizard':
      return (
        <>
          <LazyConfirmationBanner
            ownerId={userId}
            // The banner is hidden at another branch, and in the last step, because a patient must not read about another one.
            entryId={after !== null && step < 2 && after.branchId === branchId ? after.entryId : null}
            onDismiss={dismissBanner}
          />
          <Wizard
            key={nth}
            account={account}
            branchId={branchId}
            entryId={entryId}
            start={view.start}
            opensWaiting={isWaitingWanted && nth === 1}
            onStep={setStep}
            {...following}
          />
        </>
      );
  }
}
