import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import './not-found.css';

export function NotFoundContent() {
  useEffect(() => {
    document.title = 'Página no encontrada · Ventanilla';
  }, []);
  return (
    <EmptyState
      icon="search"
      title={<h1>Esta página no existe</h1>}
      action={
        <Link className="not-found-link" to="/">
          Ir al inicio
        </Link>
      }
    >
      Puede que la dirección esté mal escrita o que la página haya cambiado de lugar.
    </EmptyState>
  );
}

export const NotFoundPage = () => (
  <main className="not-found">
    <NotFoundContent />
  </main>
);
