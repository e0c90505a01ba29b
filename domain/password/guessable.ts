import { foldText } from '../text/fold.ts';

/**
 * Words, letters only, that are common in lists of stolen passwords, in English and Spanish. An attacker tries each word early,
 * also with a few digits or characters around it. The check uses words instead of composition rules (NIST SP 800-63B 3.1.1.2).
 */
const COMMON_PASSWORDS = `
  password passwort passw pass contrasena clave clavesecreta secreta secreto admin administrador administrator root usuario user
  login welcome bienvenido bienvenida letmein default changeme cambiame temporal temp test testing prueba1234 guest invitado
  master superman batman spiderman pokemon naruto minecraft fortnite starwars dragon monkey shadow sunshine princess princesa
  football futbol baseball basketball soccer hockey michael jennifer jessica jordan charlie thomas daniel daniela andrea andres
  carlos carolina camila camilo valentina santiago sebastian alejandro alejandra natalia mariana juliana nicolas samuel mateo
  sofia isabella gabriel gabriela fernando fernanda patricia claudia sandra monica paola diana laura maria mariajose juan
  juanpablo juandavid juancarlos jorge miguel angel angeles angelito jesus jesucristo cristo diosesamor dios bendicion virgen
  familia mifamilia amor teamo tequiero teamomucho amormio mivida miamor corazon corazones estrella princesita hermosa linda
  bonita preciosa bebe bebita chiquita muneca mariposa sirena gatito perrito lola lucas luna simba rocky toby
  iloveyou loveme lovely forever trustno whatever nothing hello hola holamundo qwerty asdfgh zxcvbn qazwsx abcdef
  colombia bogota medellin cali barranquilla cartagena bucaramanga pereira manizales antioquia cundinamarca santander
  nacional millonarios america atletico deportivo junior realmadrid barcelona messi ronaldo cristiano mexico argentina
  espana peru venezuela ecuador panama guatemala salvador honduras
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves
  viernes sabado domingo january february march april june july august september october november december summer winter
  spring autumn verano invierno primavera monday tuesday wednesday thursday friday saturday sunday
  computer computador internet google facebook instagram whatsapp gmail hotmail outlook samsung android iphone apple windows
  microsoft office excel tablet celular telefono mustang ferrari mercedes toyota chevrolet harley yamaha suzuki
  hospital clinica medico medica doctor doctora enfermera enfermero salud saludocupacional ocupacional recepcion recepcionista
  ventanilla empresa trabajo oficina gerente secretaria sistemas soporte seguridad
  cheese chocolate cookie pepper ginger banana orange purple yellow silver golden diamond freedom killer ninja hunter ranger
  buster tigger maggie ashley matthew joshua andrew robert george william richard anthony nicole amanda matrix phoenix
  access mynoob donald liverpool chelsea arsenal metallica nirvana blink eminem hannah summer babygirl cowboys lakers
`
  .trim()
  .split(/\s+/);

/**
 * Rows of a keyboard, and sequences such as the digits and the alphabet. Every part of them is guessable, forwards and
 * backwards.
 */
const KEY_SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklñzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
];
const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Maximum number of characters around a known word. An attacker can try all combinations of this many characters. */
const MAX_ADDED_CHARACTERS = 5;
/** Minimum length of a word from `context`: shorter words of a name or an address occur in too many good passwords. */
const MIN_CONTEXT_WORD_LENGTH = 4;
const MIN_DISTINCT_CHARACTERS = 4;

const replaceDigitsByLetters = (folded: string): string =>
  folded.replace(/[013457@$!]/g, (sign) => DIGITS_AS_LETTERS[sign] ?? sign);

const reverseText = (text: string): string => Array.from(text).toReversed().join('');

const isKeyRun = (text: string): boolean =>
  KEY_SEQUENCES.some((run) => run.includes(text) || reverseText(run).includes(text));

/** Returns true when only a few characters remain after all occurrences of the word are removed. */
const consistsMostlyOf = (text: string, word: string): boolean =>
  text.includes(word) && text.replaceAll(word, '').length <= MAX_ADDED_CHARACTERS;

/** Returns the words of a name or an address that an attacker probably knows, normalised by `foldText`. */
export const guessableContextWords = (context: readonly string[]): string[] =>
  context
    .flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= MIN_CONTEXT_WORD_LENGTH);

/**
 * Returns true when an attacker would try the password early: repeated characters, a keyboard sequence, a common word or a word
 * of `context` (the user's name and address), with a few characters around it.
 */
export function isGuessablePassword(password: string, context: readonly string[] = []): boolean {
  const folded = foldText(password);
  if (new Set(folded).size < MIN_DISTINCT_CHARACTERS || isKeyRun(folded)) return true;
  const words = [...COMMON_PASSWORDS, ...guessableContextWords(context)];
  return [folded, replaceDigitsByLetters(folded)].some((text) =>
    words.some((word) => consistsMostlyOf(text, word)),
  );
}
