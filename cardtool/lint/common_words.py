"""English words that rules and names of any game use: alone, none of them points to one thing."""

from __future__ import annotations

__all__ = ["COMMON"]

_COMMON_WORDS = """
the and for with from into your their his her its our that this these those then than when while
each every any all both other another same next last first second third final who whose what which
where not only also more most less least many much few some such very own new old young big small
great little long short high low top bottom left right upper lower middle centre center inner outer
front back side edge corner end start begin beginning of a an in on at to by as or if no one two
three four five six seven eight nine ten once twice half double single north south east west red
blue green yellow black white grey gray brown orange purple pink gold golden silver bronze iron
steel stone wooden wood dark light bright deep cold hot fire ice water earth air wind storm sun moon
star sky sea lake river hill mountain forest desert field plain valley island coast road path bridge
gate wall tower castle house hall room door window village town city harbour market shop inn farm
mill mine camp base home card cards deck hand pile discard draw stack supply pool bank bag box board
map mat tile token counter marker die dice cube disc meeple pawn piece figure miniature model
standee coin money cash chip gem point points score track scale table chart sheet pad list row
column line space square hex region area zone territory location place spot slot site card-row
player players opponent opponents team ally rival enemy friend leader hero heroes villain king queen
prince princess lord lady knight soldier warrior fighter hunter ranger scout thief rogue wizard
witch mage priest monk bard merchant trader miner worker builder farmer sailor pilot captain guard
guardian giant dragon monster beast wolf bear bird horse ship boat wagon cart train engine machine
weapon sword axe bow spear shield armour armor helmet ring crown book scroll potion key lamp rope
trap chest treasure loot prize reward bonus penalty turn turns round rounds phase phases step steps
stage stages game games set setup play action actions move moves movement attack attacks defence
defense combat battle fight war raid quest mission task goal aim event effect ability abilities
power powers skill spell magic curse blessing special basic advanced standard normal common rare
unique active passive current previous starting available open closed hidden secret public private
ready used unused empty full free extra total maximum minimum limit number value cost price level
rank strength health life damage wound speed range sight luck fate chance type types kind kinds
class suit colour color symbol icon name title text rule rules rulebook reference guide example
examples note notes tip variant mode version edition component components contents overview
introduction background credits winning victory win loss tie resource resources food grain wheat
wool clay brick ore cattle sheep pig fish meat bread wine beer oil salt cloth silk spice energy fuel
coal tool tools building buildings upgrade upgrades trade order orders contract influence favour
favor glory honour honor fame reputation danger threat risk doom chaos peace time day night dawn
dusk year month week season spring summer autumn winter age era world land kingdom empire realm
tribe clan guild heap spoil spoils mound hoard store storage reserve display offer tableau grave
graveyard cemetery tomb tracker stalker slayer master apprentice student teacher expert agent spy
crew member council court noble add gain lose take give get put pay spend buy sell steal roll flip
reveal show look choose pick keep return remove shuffle deal pass skip stop wait rest heal
"""
COMMON = frozenset(_COMMON_WORDS.split())
"""Words to tell nothing by. A word that is missing here costs at most a warning; add it."""
