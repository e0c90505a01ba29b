import { useNavigate } from 'react-router-dom';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { Account } from '#sync/session/session.ts';
import { toast } from '#ui/notices/toast.ts';
import type { CatalogDefinition } from '../definition.ts';
import { useListState } from '../list/use-list-state.ts';
import { formatNotOffered, useIsCatalogOffered, useRefetchAfterChange } from '../queries.ts';
import { useDisabledReason } from '../use-disabled-reason.ts';
import { useCatalogLink } from '../use-catalog-link.ts';
import { CatalogForm } from './catalog-form.tsx';
import { FormColumns } from './form-columns.tsx';
import { FormPage } from './form-page.tsx';

interface CreatePageProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  account: Account;
}

const rereadNothing = () => Promise.resolve(null);

export function CreatePage<Item extends CatalogItem, Body extends object>({
  catalog,
  account,
}: CreatePageProps<Item, Body>) {
  const { words, route, calls, Picture } = catalog;
  const ownerId = account.userId;
  const navigate = useNavigate();
  const linkTo = useCatalogLink();
  const isOffered = useIsCatalogOffered(catalog.key, ownerId);
  const linkReason = useDisabledReason(account);
  const disabledReason = isOffered ? linkReason : formatNotOffered(words.title);
  const followUp = useRefetchAfterChange(ownerId);
  const { change } = useListState(ownerId, catalog);
  const onSaved = (item: Item) => {
    toast('ok', words.created);
    followUp(calls.resource);
    change({ selectedId: item.id });
    // A row of a catalogue with images is opened for editing, because an image can only be added to a saved row.
    void navigate(Picture ? linkTo(route, item.id) : linkTo(route));
  };
  return (
    <FormPage title={words.create} route={route}>
      <FormColumns>
        <CatalogForm
          catalog={catalog}
          ownerId={ownerId}
          item={null}
          reread={rereadNothing}
          disabledReason={disabledReason}
          onSaved={onSaved}
        />
        {Picture && (
          <Picture item={null} ownerId={ownerId} disabledReason={disabledReason} onSaved={onSaved} />
        )}
      </FormColumns>
    </FormPage>
  );
}
