import { buildPerCatalog } from '#contract/catalogs/all.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';

/** Texts of one catalogue. Texts that P8 prescribes are verbatim. */
export type CatalogTexts = ReturnType<typeof deriveTexts> &
  Pick<AnyCatalog['texts'], 'title' | 'create' | 'searchFor'> & {
    /** How to begin in an empty catalogue; default: with the button that creates a row. */
    readonly howToBegin?: string;
    /** Prompt before a deactivation, which says what changes immediately. If absent, there is no prompt. */
    readonly beforeDeactivating?: string;
  };

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function deriveTexts({ gender, one, many, short = one }: AnyCatalog['noun']) {
  const isFeminine = gender === 'f';
  const the = `${isFeminine ? 'la' : 'el'} ${one}`;
  const all = `${isFeminine ? 'las' : 'los'} ${many}`;
  const selected = `${isFeminine ? 'la' : 'el'} ${short} ${isFeminine ? 'seleccionada' : 'seleccionado'}`;
  const unavailable = `${capitalize(selected)} no está disponible con los filtros aplicados.`;
  const participle = (stem: string) => `${capitalize(one)} ${stem}${isFeminine ? 'a' : 'o'}.`;
  return {
    /** Singular form with determiner, such as 'esta empresa'. */
    it: `${isFeminine ? 'esta' : 'este'} ${one}`,
    edit: `Editar ${one}`,
    search: `Buscar ${one}`,
    none: `No hay ${many} con los filtros seleccionados.`,
    noneYet: `Todavía no hay ${many}.`,
    couldNotList: `No se pudieron cargar ${all}.`,
    couldNotSave: `No se pudo guardar ${the}.`,
    couldNotSwitch: `No se pudo actualizar el estado ${isFeminine ? `de ${the}` : `del ${one}`}.`,
    couldNotRename: `No se pudo actualizar ${the}.`,
    couldNotLoad: `No se pudo cargar ${selected}.`,
    /** Text in the side panel if the filters exclude the open row. `notInForm` is the same notice for the edit page. */
    notInPanel: unavailable,
    notInForm: unavailable,
    created: participle('cread'),
    saved: participle('actualizad'),
    active: isFeminine ? 'Activa' : 'Activo',
    inactive: isFeminine ? 'Inactiva' : 'Inactivo',
    activated: participle('activad'),
    deactivated: participle('desactivad'),
    /** Label of the number of active rows. */
    activeOnes: isFeminine ? 'Activas' : 'Activos',
  };
}

/** Texts of each catalogue, derived from its noun except where the definition has its own. */
export const CATALOG_TEXTS = buildPerCatalog(({ noun, texts }): CatalogTexts => ({
  ...deriveTexts(noun),
  ...texts,
}));
