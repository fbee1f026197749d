// The company that this browser was in last.
const NAME = 'grundbok:company'

export const lastCompany = (): string | null => {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}

export const keepLastCompany = (id: string): void => {
  try {
    localStorage.setItem(NAME, id)
  } catch {
    // The browser keeps nothing; the choice is offered again.
  }
}
