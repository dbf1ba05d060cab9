# BLEU and chrF of random texts, and of all of Unicode, compared with a second implementation in Python.
python3 "$LENGTHEN_PRESETS/../test/score_judge.py" 1 200
