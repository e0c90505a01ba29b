import { Button } from '@mantine/core';
import { Component, Fragment, type ReactNode } from 'react';
import { toStorageProblem } from '#storage/base/problem.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { ScreenNotLoadedError } from './lazy-screen.ts';
import './error-boundary.css';

const NOTHING_LOST_TEXT = 'Lo que confirmaste y el borrador en curso están guardados en este dispositivo.';

function ScreenFailureNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const problem = toStorageProblem(error);
  if (problem) return <StorageNotice kind={problem.kind} />;
  const action = <Button onClick={() => location.reload()}>Recargar</Button>;
  if (error instanceof ScreenNotLoadedError)
    return (
      <Notice
        kind="warn"
        title="No se pudo cargar esta pantalla."
        action={
          <>
            <Button onClick={onRetry}>Reintentar</Button>
            {action}
          </>
        }
      >
        {error.isNetworkOnly && 'Esta pantalla solo se abre con red. '}
        Puede que haya una versión nueva o que falte la red. {NOTHING_LOST_TEXT}
      </Notice>
    );
  return (
    <Notice kind="error" title="Algo falló en esta pantalla." action={action}>
      Recarga la página para seguir. {NOTHING_LOST_TEXT}
    </Notice>
  );
}

/**
 * Returns true for errors that React throws after a translator or an extension has moved DOM nodes. The screen can be rendered
 * again without loss, because its draft is stored.
 */
const isForeignDomChangeError = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError');
/** Maximum number of recoveries. After that the user sees the error, because another program keeps modifying the page. */
const MAX_RENDER_RECOVERIES = 20;

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error: unknown;
  readonly recoveries: number;
}

/**
 * Shows an error in place of a failed screen; React logs the error to the console. Each screen needs a boundary with a
 * different `key`.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, error: null, recoveries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown) {
    if (!isForeignDomChangeError(error) || this.state.recoveries >= MAX_RENDER_RECOVERIES) return;
    this.setState(({ recoveries }) => ({ failed: false, error: null, recoveries: recoveries + 1 }));
  }

  /** The screen is loaded again when the user returns to it. */
  override componentWillUnmount() {
    this.allowRetry();
  }

  private readonly allowRetry = () => {
    if (this.state.error instanceof ScreenNotLoadedError) this.state.error.allowRetry();
  };

  private readonly retry = () => {
    this.allowRetry();
    this.setState({ failed: false, error: null });
  };

  override render() {
    const { failed, error, recoveries } = this.state;
    if (!failed) return <Fragment key={recoveries}>{this.props.children}</Fragment>;
    // The attribute makes scripts/build/start-watch.js reload the page, which cannot load a screen that needs the network.
    const isStartFailure = error instanceof ScreenNotLoadedError && !error.isNetworkOnly;
    return (
      <div className="failure" data-not-loaded={isStartFailure || undefined}>
        <ScreenFailureNotice error={error} onRetry={this.retry} />
      </div>
    );
  }
}
