import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/empty-state.tsx';
import './not-found.css';

export function NotFound() {
  useEffect(() => {
    document.title = 'Página no encontrada · Ventanilla';
  }, []);
  return (
    <main className="not-found">
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
    </main>
  );
}
