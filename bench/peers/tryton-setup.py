# Creates what Tryton's account module needs before an entry can be posted: a currency, a company, accounts, a fiscal
# year with its periods, a journal. Arguments: the configuration, the database, the year. Prints the ids as JSON.
import datetime
import json
import sys
from decimal import Decimal

from trytond.config import config

config.update_etc(sys.argv[1])
database, year = sys.argv[2], int(sys.argv[3])

from trytond.pool import Pool  # noqa: E402
from trytond.transaction import Transaction  # noqa: E402

Pool.start()
pool = Pool(database)
with Transaction().start(database, 0):
    pool.init()

with Transaction().start(database, 1) as transaction:
    get = pool.get
    currency, = get('currency.currency').create([{
        'name': 'Krona', 'symbol': 'kr', 'code': 'SEK', 'rounding': Decimal('0.01'), 'digits': 2}])
    party, = get('party.party').create([{'name': 'Bolaget AB'}])
    company, = get('company.company').create([{'party': party.id, 'currency': currency.id}])
    User = get('res.user')
    User.write([User(1)], {'companies': [('add', [company.id])], 'company': company.id})
    with transaction.set_context(company=company.id):
        kind = {}
        for name, statement in [('Assets', 'balance'), ('Debt', 'balance'), ('Result', 'income')]:
            kind[name], = get('account.account.type').create([{
                'name': name, 'statement': statement, 'company': company.id}])
        accounts = {}
        for code, name in [('1930', 'Assets'), ('6570', 'Result'), ('3001', 'Result'), ('2611', 'Debt')]:
            account, = get('account.account').create([{
                'name': code, 'code': code, 'type': kind[name].id, 'company': company.id}])
            accounts[code] = account.id
        SequenceType = get('ir.sequence.type')
        ofMoves, = SequenceType.search([('name', '=', 'Account Move')], limit=1)
        ofJournals, = SequenceType.search([('name', '=', 'Account Journal')], limit=1)
        moves, = get('ir.sequence').create([{
            'name': 'Entries', 'sequence_type': ofMoves.id, 'company': company.id}])
        FiscalYear = get('account.fiscalyear')
        fiscalYear, = FiscalYear.create([{
            'name': str(year), 'company': company.id, 'post_move_sequence': moves.id,
            'start_date': datetime.date(year, 1, 1), 'end_date': datetime.date(year, 12, 31)}])
        FiscalYear.create_period([fiscalYear])
        Journal = get('account.journal')
        journal, = Journal.create([{'name': 'Entries', 'code': 'E', 'type': 'general'}])
        if hasattr(Journal, 'sequence'):
            numbers, = get('ir.sequence').create([{
                'name': 'Journal', 'sequence_type': ofJournals.id, 'company': company.id}])
            journal.sequence = numbers
            journal.save()
        today = datetime.date.today()
        period, = get('account.period').search([
            ('start_date', '<=', today), ('end_date', '>=', today), ('company', '=', company.id)])
        print(json.dumps({
            'company': company.id, 'accounts': accounts, 'journal': journal.id, 'period': period.id}))
