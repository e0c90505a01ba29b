import type { AnyCatalog } from '#contract/catalogs/catalog.ts';

/** Texts of one catalogue. Texts that P8 prescribes are verbatim. */
export interface CatalogTexts {
  readonly title: string;
  /** Singular form with determiner, such as 'esta empresa'. */
  readonly it: string;
  readonly create: string;
  readonly edit: string;
  readonly search: string;
  readonly searchFor: string;
  readonly none: string;
  readonly noneYet: string;
  /** How to begin in an empty catalogue; default: with the button that creates a row. */
  readonly howToBegin?: string;
  readonly couldNotList: string;
  readonly couldNotSave: string;
  readonly couldNotSwitch: string;
  readonly couldNotRename: string;
  readonly couldNotLoad: string;
  /** Text in the side panel if the filters exclude the open row. `notInForm` is the same notice for the edit page. */
  readonly notInPanel: string;
  readonly notInForm: string;
  readonly created: string;
  readonly saved: string;
  readonly active: string;
  readonly inactive: string;
  readonly activated: string;
  readonly deactivated: string;
  /** Label of the number of active rows. */
  readonly activeOnes: string;
  /** Prompt before a deactivation, which says what changes immediately. If absent, there is no prompt. */
  readonly beforeDeactivating?: string;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the texts of a catalogue, derived from its noun except where the definition has its own. */
export function catalogTextsOf({ noun, texts }: AnyCatalog): CatalogTexts {
  const { gender, one, many, short = one } = noun;
  const isFeminine = gender === 'f';
  const the = `${isFeminine ? 'la' : 'el'} ${one}`;
  const all = `${isFeminine ? 'las' : 'los'} ${many}`;
  const selected = `${isFeminine ? 'la' : 'el'} ${short} ${isFeminine ? 'seleccionada' : 'seleccionado'}`;
  const unavailable = `${capitalize(selected)} no está disponible con los filtros aplicados.`;
  const participle = (stem: string) => `${capitalize(one)} ${stem}${isFeminine ? 'a' : 'o'}.`;
  return {
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
    notInPanel: unavailable,
    notInForm: unavailable,
    created: participle('cread'),
    saved: participle('actualizad'),
    active: isFeminine ? 'Activa' : 'Activo',
    inactive: isFeminine ? 'Inactiva' : 'Inactivo',
    activated: participle('activad'),
    deactivated: participle('desactivad'),
    activeOnes: isFeminine ? 'Activas' : 'Activos',
    ...texts,
  };
}
