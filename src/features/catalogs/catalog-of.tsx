import type { ComponentType } from 'react';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { Account } from '#sync/session/session.ts';
import type { CatalogDefinition } from './definition.ts';
import { CreatePage } from './form/create-page.tsx';
import { EditPage } from './form/edit-page.tsx';
import { CatalogList } from './list/catalog-list.tsx';

type CatalogScreen = ComponentType<{ account: Account }>;

/** Catalogue without its row type, so that other modules can treat all catalogues alike. */
export interface Catalog extends Pick<
  CatalogDefinition<CatalogItem, object>,
  'key' | 'route' | 'param' | 'needs' | 'icon'
> {
  readonly title: string;
  /** Label of the number of active rows. */
  readonly activeOnes: string;
  readonly List: CatalogScreen;
  readonly Create: CatalogScreen;
  readonly Edit: CatalogScreen;
}

export function createCatalog<Item extends CatalogItem, Body extends object>(
  description: CatalogDefinition<Item, Body>,
): Catalog {
  const { key, route, param, needs, icon, words } = description;
  return {
    key,
    route,
    param,
    needs,
    icon,
    title: words.title,
    activeOnes: words.activeOnes,
    List: ({ account }) => <CatalogList catalog={description} account={account} />,
    Create: ({ account }) => <CreatePage catalog={description} account={account} />,
    Edit: ({ account }) => <EditPage catalog={description} account={account} />,
  };
}
