import * as z from 'zod/mini';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '../limits.ts';
import { DateOnly, Uuid, nullableText, requiredLine } from '../primitives.ts';

/** Properties of a field that its kind does not determine. */
export interface FieldProperties {
  readonly label: string;
  readonly hint?: string;
  /** Another field and its value. The form shows this field only while the other field has that value. */
  readonly shownIf?: readonly [field: string, value: string];
  /** True if the input takes a full row of the form. */
  readonly isWide?: true;
  /** True if the list shows the value below the row's name. */
  readonly isBelowName?: true;
  /** True if the list has a column with the value. */
  readonly isColumn?: true;
}

/** Properties of a field that is one line of text. */
interface TextFieldProperties extends FieldProperties {
  readonly keyboard?: 'email' | 'tel' | 'url';
  /** True if the form warns about a NIT with a wrong check digit. */
  readonly isNit?: true;
  /**
   * True for a field beyond the base contract. An absent value keeps the stored one, because clients of the base contract do
   * not send the field.
   */
  readonly isOurs?: true;
}

/** Defines a required line of text. `message` is the error for an empty value. */
export const defineRequiredLineField = <const Facts extends TextFieldProperties & { readonly max?: number }>(
  message: string,
  facts: Facts,
) => {
  const max = facts.max ?? CATALOG_NAME_MAX_LENGTH;
  return {
    kind: 'text',
    isRequired: true,
    input: requiredLine(message, max),
    item: z.string(),
    ...facts,
    max,
  } as const;
};

/**
 * Defines the code of a row. The schema removes characters that fonts do not draw, so that two codes that look alike cannot
 * create two rows.
 */
export const defineCodeField = <const Facts extends Partial<TextFieldProperties>>(
  message: string,
  facts: Facts,
) => {
  const field = defineRequiredLineField(message, {
    label: 'Código',
    isBelowName: true,
    ...facts,
    max: CATALOG_CODE_MAX_LENGTH,
  });
  const input = field.input.check(
    z.overwrite((text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()),
  );
  return { ...field, input };
};

type NullableTextCheck = z.core.CheckFn<string | null> | z.core.$ZodCheck<string | null>;
interface OptionalTextFieldProperties extends TextFieldProperties {
  readonly max?: number;
  /** Checks of the value in addition to its length. */
  readonly checks?: readonly NullableTextCheck[];
}

const createNullableTextSchema = (max: number, checks: readonly NullableTextCheck[]) =>
  nullableText(max).check(...checks);
type NullableTextSchema = ReturnType<typeof createNullableTextSchema>;
type LineInputSchema<Facts> = Facts extends { isOurs: true }
  ? z.ZodMiniOptional<NullableTextSchema>
  : NullableTextSchema;

/** Defines an optional line of text. */
export const defineLineField = <const Facts extends OptionalTextFieldProperties>(facts: Facts) => {
  const max = facts.max ?? CATALOG_NAME_MAX_LENGTH;
  const input = createNullableTextSchema(max, facts.checks ?? []);
  return {
    kind: 'text',
    isRequired: false,
    input: (facts.isOurs ? z.optional(input) : input) as LineInputSchema<Facts>,
    item: z.nullish(z.string()),
    ...facts,
    max,
  } as const;
};

/** Creates a check of an optional text; null is valid. */
export const createNullableTextCheck = (isValid: (text: string) => boolean, message: string) =>
  z.refine<string | null>((text) => text === null || isValid(text), message);

/** Defines an optional text of several lines. */
export const defineLongTextField = <const Facts extends FieldProperties>(max: number, facts: Facts) =>
  ({
    kind: 'long',
    isRequired: false,
    input: nullableText(max),
    item: z.nullish(z.string()),
    ...facts,
    max,
  }) as const;

/**
 * Defines a day (YYYY-MM-DD) beyond the base contract. Empty or null removes it; an absent value keeps it, because clients of
 * the base contract do not send the field.
 */
export const defineDayField = <const Facts extends FieldProperties>(facts: Facts) =>
  ({
    kind: 'day',
    isRequired: false,
    isOurs: true,
    input: z.optional(
      z.pipe(
        z.nullable(z.union([z.literal(''), DateOnly])),
        z.transform((value) => value || null),
      ),
    ),
    item: z.nullish(DateOnly),
    ...facts,
  }) as const;

interface SwitchFieldProperties extends FieldProperties {
  /** Words for true and false in lists. */
  readonly yes: string;
  readonly no: string;
  readonly isOnAtFirst: boolean;
  /** True for a field that the base contract's catalogue lacks. */
  readonly isOurs?: true;
}
type SwitchItemSchema<Facts> = Facts extends { isOurs: true }
  ? z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>
  : z.ZodMiniBoolean<boolean>;

/** Defines a switch. If the body has no value, the value is `isOnAtFirst`. */
export const defineSwitchField = <const Facts extends SwitchFieldProperties>(facts: Facts) =>
  ({
    kind: 'switch',
    isRequired: true,
    input: z._default(z.boolean(), facts.isOnAtFirst),
    item: (facts.isOurs ? z.optional(z.boolean()) : z.boolean()) as SwitchItemSchema<Facts>,
    ...facts,
  }) as const;

/** Defines a required choice among fixed values. `message` is the error for any other value. */
export const defineChoiceField = <const Value extends string, const Facts extends FieldProperties>(
  values: readonly [Value, ...Value[]],
  message: string,
  facts: Facts & {
    readonly labels: Readonly<Record<Value, string>>;
    /** Reason why the value never changes after the creation; the form of a saved row shows this reason. */
    readonly fixedBecause?: string;
  },
) =>
  ({
    kind: 'choice',
    isRequired: true,
    values,
    input: z.enum(values, message),
    item: z.enum(values),
    ...facts,
  }) as const;

interface NumberFieldProperties extends FieldProperties {
  readonly atFirst: number;
  readonly max: number;
}

/** Defines a whole number from 1 to `max`. If the body has no value, the value is `atFirst`. */
export const definePositiveIntField = <const Facts extends NumberFieldProperties>(facts: Facts) => {
  const message = `Escribe un número entero de 1 a ${facts.max}.`;
  const schema = z.int(message).check(z.minimum(1, message), z.maximum(facts.max, message));
  return {
    kind: 'number',
    isRequired: true,
    input: z._default(schema, facts.atFirst),
    item: z.int(),
    ...facts,
  } as const;
};

interface LineListFieldProperties extends FieldProperties {
  /** Maximum number of texts (`most`), and of characters of one text (`max`). */
  readonly most: number;
  readonly max: number;
  /** Returns false if texts are repeated. */
  readonly isEachOnce: (texts: readonly string[]) => boolean;
}

/**
 * Defines a list of texts, which the form shows as one text with a line for each. A body without the list counts as a body with
 * an empty list.
 */
export const defineLineListField = <const Facts extends LineListFieldProperties>(facts: Facts) => {
  const one = requiredLine('Hay una opción vacía.', facts.max);
  const schema = z
    .array(one)
    .check(
      z.maxLength(facts.most, `Máximo ${facts.most.toLocaleString('es-CO')} opciones.`),
      z.refine(facts.isEachOnce, 'Hay opciones repetidas.'),
    );
  return {
    kind: 'lines',
    isRequired: false,
    input: z._default(schema, []),
    item: z.array(z.string()),
    ...facts,
  } as const;
};

/** Maximum number of evaluation types in a list of references. */
const EVALUATION_TYPE_IDS_MAX = 100;

/**
 * Defines references to evaluation types; an empty list means all types. A body without the list counts as a body with an empty
 * list.
 */
export const defineEvaluationTypesField = <const Facts extends FieldProperties>(facts: Facts) =>
  ({
    kind: 'evaluation-types',
    isRequired: false,
    input: z._default(z.array(Uuid).check(z.maxLength(EVALUATION_TYPE_IDS_MAX)), []),
    item: z.array(Uuid),
    ...facts,
  }) as const;

/** Defines a required reference to an active company. */
export const defineCompanyField = <const Facts extends FieldProperties>(message: string, facts: Facts) =>
  ({ kind: 'company', isRequired: true, input: z.uuid(message), item: Uuid, ...facts }) as const;

/** Field of a catalogue without the types of its values. `input` is the schema in a request body, `item` in a response. */
export type CatalogField = FieldProperties & {
  readonly isRequired: boolean;
  readonly isOurs?: true;
  readonly input: z.ZodMiniType;
  readonly item: z.ZodMiniType;
} & (
    | (Pick<TextFieldProperties, 'keyboard' | 'isNit'> & { readonly kind: 'text'; readonly max: number })
    | { readonly kind: 'long'; readonly max: number }
    | ({ readonly kind: 'switch' } & SwitchFieldProperties)
    | {
        readonly kind: 'choice';
        readonly values: readonly string[];
        readonly labels: Readonly<Record<string, string>>;
        readonly fixedBecause?: string;
      }
    | { readonly kind: 'number'; readonly atFirst: number; readonly max: number }
    | { readonly kind: 'day' | 'company' | 'lines' | 'evaluation-types' }
  );
