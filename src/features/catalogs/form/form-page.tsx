import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import type { CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import { pickCatalogFilters, useCatalogListState } from '../list/use-list-state.ts';
import { useCatalogRow, useRefetchAndUpdateDevice } from '../queries.ts';
import { CatalogForm, type CatalogFormProps } from './catalog-form.tsx';
import './form-page.css';

interface RowFormProps extends Omit<CatalogFormProps, 'onSaved'> {
  /** Stores the saved row for the next render. */
  take?: (saved: CatalogItem) => void;
}

/**
 * Form of a row and, next to it, its picture. A new row of a catalogue with images is opened for editing after the save. After
 * any other save, the list is shown with the row open.
 */
function CatalogRowForm({ item, reread, take }: RowFormProps) {
  const { catalog, ownerId, linkTo } = useCatalogScreen();
  const { words, route, Picture } = catalog;
  const navigate = useNavigate();
  const refetch = useRefetchAndUpdateDevice();
  const { change } = useCatalogListState(ownerId, catalog);
  const note = (saved: CatalogItem) => {
    take?.(saved);
    refetch();
  };
  const onSaved = (saved: CatalogItem) => {
    note(saved);
    toast('ok', item ? words.saved : words.created);
    change({ selectedId: saved.id });
    // A new row of a catalogue with images is opened for editing, because an image can only be added to a saved row.
    void navigate(!item && Picture ? linkTo(route, saved.id) : linkTo(route));
  };
  return (
    <div className="form-columns">
      <CatalogForm item={item} reread={reread} onSaved={onSaved} />
      {Picture && <Picture item={item} onSaved={note} />}
    </div>
  );
}

interface StoredRowProps {
  id: string;
  filters: CatalogFilters;
  onReset: () => void;
}

function StoredRowForm({ id, filters, onReset }: StoredRowProps) {
  const { words } = useCatalogScreen().catalog;
  const { item, error, isFetchedAfterMount, reread, take, refetch } = useCatalogRow(id, filters);
  if (!isFetchedAfterMount) return <SkeletonCard lines={6} />;
  if (item) return <CatalogRowForm item={item} reread={reread} take={take} />;
  return item === null ? (
    <Notice kind="warn" title={words.notInForm} action={<Button onClick={onReset}>Limpiar filtros</Button>} />
  ) : (
    <Notice
      kind="error"
      title={failureText(error, words.couldNotLoad)}
      action={<Button onClick={() => void refetch()}>Reintentar</Button>}
    />
  );
}

/** Form of a new row or, if the address contains an id, of a stored one. */
export function RowFormPage() {
  const { catalog, ownerId, linkTo } = useCatalogScreen();
  const { words, route, param } = catalog;
  const { [param]: id } = useParams();
  const { listState, change } = useCatalogListState(ownerId, catalog);
  return (
    <>
      <PageHeader
        title={id === undefined ? words.create : words.edit}
        actions={
          <Button component={Link} to={linkTo(route)} variant="subtle">
            Volver al listado
          </Button>
        }
      />
      {id === undefined ? (
        <CatalogRowForm item={null} reread={null} />
      ) : listState ? (
        <StoredRowForm
          key={id}
          id={id}
          filters={pickCatalogFilters(listState)}
          onReset={() => change({ ...defaultCatalogFilters, page: 1 })}
        />
      ) : (
        <SkeletonCard lines={6} />
      )}
    </>
  );
}
