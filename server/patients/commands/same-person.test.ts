import { describe, expect, it } from 'vitest';
import { haveMatchingNames } from './same-person.ts';

/** Parses names written as `Given/Second Surname/Second surname`; `_` is a blank within a part. */
function parsePerson(text: string) {
  const [given = '', surnames = ''] = text.split(' ').map((part) => part.replace(/_/g, ' '));
  const [first_name = '', middle_name] = given.split('/');
  const [last_name = '', second_last_name] = surnames.split('/');
  return { first_name, middle_name, last_name, second_last_name };
}

function expectMatchBothWays(a: string, b: string, same: boolean) {
  expect(haveMatchingNames(parsePerson(a), parsePerson(b))).toBe(same);
  expect(haveMatchingNames(parsePerson(b), parsePerson(a))).toBe(same);
}

const ALL_INITIALS_NAME = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace(/\B/g, '_');

describe('S15 comparison of two names under one document', () => {
  it.each([
    ['word for word', 'Ana/María Gil/Núñez', 'Ana/María Gil/Núñez'],
    ['without the second names', 'Ana/María Gil/Núñez', 'ANA GIL'],
    ['by the second names alone', 'Ana/María Gil/Núñez', 'María Nuñez'],
    ['all in the first field', 'Ana/María Gil/Núñez', 'Ana_María Gil_Núñez'],
    ['in one word', 'Ana/Sofía San_Juan', 'Anasofía Sanjuan'],
    ['with an initial', 'Ana/María Gil/Núñez', 'A./M. Gil'],
    ['with the initial of a silent letter', 'Juan/H. Ruiz', 'Juan/Hernando Ruiz'],
    ['with the initial of a soft one', 'C. Ruiz', 'César Ruiz'],
    ['with the initial of the second name left out', 'Ana/María Gil/Núñez', 'A. Gil'],
    ['shortened', 'Ma. Gil', 'María Gil'],
    ['shortened otherwise', 'Mª/Inés Gil', 'María/Inés Gil'],
    ['with a doubled letter', 'Anna/María Gill', 'Ana/María Gil'],
    ['with a slip', 'Jonathan González', 'Jhonatan Gonsales'],
    ['Ruiz, Ruis', 'Luis Ruiz/Pérez', 'Luis Ruis/Pérez'],
    ['Yeison, Jeison', 'Yeison Cruz', 'Jeison Crus'],
    ['Jhon, John', 'Jhon Díaz', 'John Dias'],
    ['Stiven, Steven', 'Stiven Duque', 'Steven Duke'],
    ['Mc, Mac', 'Ian Mc_Donald', 'Ian MacDonald'],
    ['with a married name', 'Ana/María Gil/Núñez', 'Ana_María Gil/de_Peña'],
    ['a particle left out', 'Rosa de_la_Cruz', 'Rosa Cruz'],
    ['a particle alone', 'Rosa De', 'Rosa de'],
    ['without a surname', 'Rajesh/Kumar Sin_apellido', 'RAJESH Sin_Apellido'],
    ['with the last name as a surname once', 'Rajesh/Kumar Sin_apellido', 'Kumar Rajesh'],
    ['given names and surnames exchanged', 'Ana/María Gil/Núñez', 'Gil_Núñez Ana_María'],
  ])('the comparison attributes two names to the same patient: %s', (_, a, b) =>
    expectMatchBothWays(a, b, true),
  );

  it.each([
    ['second names shared', 'Ana/María Gil/Núñez', 'Luz/María Corta/Núñez'],
    ['without a surname, other names', 'Rajesh Sin_apellido', 'Suresh Sin_apellido'],
    ['without a surname, and with one beside the same name', 'Rajesh Sin_apellido', 'Rajesh Kumar'],
    ['a brother', 'Ana/María Gil/Núñez', 'Pedro Gil/Núñez'],
    ['a sister with the same first name', 'María/José Gil/Núñez', 'María/Camila Gil/Núñez'],
    ['the same given names, other surnames', 'Ana/María Gil/Núñez', 'Ana/María Rojas/Peña'],
    ['Mario, María', 'Mario Gil', 'María Gil'],
    ['Daniel, Daniela', 'Daniel Gil', 'Daniela Gil'],
    ['Fernando, Fernanda', 'Fernando Gil', 'Fernanda Gil'],
    ['Julio César, Julia Inés', 'Julio/César Mora', 'Julia/Inés Mora'],
    ['Andrés, Andrea', 'Andrés/Felipe Ruiz', 'Andrea/Felipe Ruiz'],
    ['María, Marta', 'María Gil/Núñez', 'Marta Gil/Núñez'],
    ['Mario, Marco', 'Mario Gil/Núñez', 'Marco Gil/Núñez'],
    ['Mario, Darío', 'Mario Gil/Núñez', 'Darío Gil/Núñez'],
    ['Marcela, Mariela', 'Marcela Gil/Núñez', 'Mariela Gil/Núñez'],
    ['Cristian, Cristina', 'Cristian Gil/Núñez', 'Cristina Gil/Núñez'],
    ['Andrey, Andrea', 'Andrey Gil/Núñez', 'Andrea Gil/Núñez'],
    ['Fernando, Hernando', 'Fernando Gil/Núñez', 'Hernando Gil/Núñez'],
    ['Yamil, Yamile', 'Yamil Gil/Núñez', 'Yamile Gil/Núñez'],
    ['Catalina, Carolina', 'Catalina Gil/Núñez', 'Carolina Gil/Núñez'],
    ['brothers', 'Juan/José Gil/Núñez', 'Juan/Jorge Gil/Núñez'],
    ['sisters', 'Luz/Dary Gil/Núñez', 'Luz/Mary Gil/Núñez'],
    ['twins', 'Luis/Carlos Gil/Núñez', 'Luis/Marcos Gil/Núñez'],
    ['José Luis, José Luz', 'José/Luis Gil', 'José/Luz Gil'],
    ['other surnames of one length', 'Juan Mora/Díaz', 'Juan Mesa/Díaz'],
    ['Luis, Luisa', 'Luis Gil', 'Luisa Gil'],
    ['Cruz, Hoz', 'Rosa de_la_Cruz', 'Rosa de_la_Hoz'],
    ['initials alone', 'Ana/María Gil/Núñez', 'A./M. G./N.'],
    ['a surname by its initial', 'Ana/María Gil/Núñez', 'Ana G.'],
    ['more initials than given names', 'Ana Gil', 'A._B. Gil'],
    ['the initial of another place', 'Ana/María Gil', 'M. Gil'],
    [
      'every letter',
      'Ana/María Gil/Núñez',
      `${ALL_INITIALS_NAME}/${ALL_INITIALS_NAME} ${ALL_INITIALS_NAME}/${ALL_INITIALS_NAME}`,
    ],
    ['every letter and the surname', 'Ana/María Gil/Núñez', `${ALL_INITIALS_NAME} Gil`],
    ['the given name and every letter', 'Ana/María Gil/Núñez', `Ana ${ALL_INITIALS_NAME}`],
    ['a list of frequent given names', 'Ana Gil/Núñez', 'Luz_Ana_María_Rosa Gil/Núñez'],
    ['a list of frequent surnames', 'Ana Gil', 'Ana Mora_Gil/Ruiz_Peña'],
  ])('the comparison attributes two names to different patients: %s', (_, a, b) =>
    expectMatchBothWays(a, b, false),
  );
});
