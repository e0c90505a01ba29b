import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { toStorageProblem } from '#storage/base/problem.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { ScreenNotLoaded } from './lazy-screen.ts';
import './error-boundary.css';

const SAFE = 'Lo que confirmaste y el borrador en curso están guardados en este dispositivo.';

function Failure({ error }: { error: unknown }) {
  const problem = toStorageProblem(error);
  if (problem) return <StorageNotice kind={problem.kind} />;
  const action = <Button onClick={() => location.reload()}>Recargar</Button>;
  if (error instanceof ScreenNotLoaded)
    return (
      <Notice kind="warn" title="No se pudo cargar esta pantalla." action={action}>
        Puede que haya una versión nueva o que falte la red. {SAFE}
      </Notice>
    );
  return (
    <Notice kind="error" title="Algo falló en esta pantalla." action={action}>
      Recarga la página para seguir. {SAFE}
    </Notice>
  );
}

/** Says what happened where it happened; the error itself reaches the console by React. Give it a `key` per place. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        className="failure"
        data-not-loaded={(this.state.error as unknown) instanceof ScreenNotLoaded || undefined}
      >
        <Failure error={this.state.error} />
      </div>
    );
  }
}
