// What the service says of the templates of an agency, in Swedish.
export const agency: Readonly<Record<string, string>> = {
  'There is no template {id} of this agency': 'Byrån har ingen mall {id}',
  'An agency has at most {limit} templates: remove one that is not used':
    'En byrå har högst {limit} mallar: ta bort någon som inte används',
  'The company has nothing of this kind to make a template of': 'Företaget har inget av det slaget att göra en mall av',
  'There is no rollout {id} of this agency': 'Byrån har ingen utrullning {id}',
  'A rollout is for at most {limit} clients: choose some of them':
    'En utrullning gäller högst {limit} klienter: välj några av dem',
  'There is no client that these templates would be used on': 'Det finns ingen klient som mallarna skulle användas på',
  '{limit} rollouts of the agency are under way: wait until one of them is done':
    '{limit} av byråns utrullningar pågår: vänta tills någon av dem är klar',
  'The rollout {id} is {state}: only what was previewed is applied, and once':
    'Utrullningen {id} är {state}: bara det som har förhandsvisats utförs, och en enda gång',
  'The rollout {id} is {state}: only what is previewing or applying can be stopped':
    'Utrullningen {id} är {state}: bara det som förhandsvisas eller utförs kan stoppas',
  'Nothing of the rollout {id} can be applied': 'Inget i utrullningen {id} kan utföras',
  'the agency has a template for "{key}" already: change that one': 'byrån har redan en mall för ”{key}”: ändra den',
  'a template stays what it is: it is of the kind {kind}': 'en mall byter inte slag: den är av slaget {kind}',
  'the account of a template stays: it is {account}': 'en malls konto byts inte: det är {account}',
  'at least one text must be given': 'minst en text måste anges',
  'is no template of the agency': 'är ingen av byråns mallar',
  'is no client of the agency': 'är ingen av byråns klienter',
  'name the clients that are selected': 'ange vilka klienter som är valda',
  'is no step of the rollout that can be applied': 'är inget steg i utrullningen som kan utföras',
  'You do not work in this company, or it is no client any more':
    'Du arbetar inte i företaget, eller så är det inte längre klient',
  'The account {account} is used for something else, and is booked on':
    'Konto {account} används till något annat och är bokfört på',
  'The chart of accounts lacks {accounts}': 'Kontoplanen saknar {accounts}',
  'The template has been changed or removed since the preview':
    'Mallen har ändrats eller tagits bort sedan förhandsvisningen',
  'The company has changed since the preview: make a new one':
    'Det har ändrats hos företaget sedan förhandsvisningen: gör en ny',
  'The company refused it, and was removed later': 'Företaget tillät det inte, och har senare tagits bort',
  'The service failed: try again': 'Tjänsten misslyckades: försök igen',
}
